import { Row } from './Row.ts';

/** One Discord webhook, or one thread of its channel, regardless of its lists: its URL, its health, and the engine process that sends to it. */
export class Webhook extends Row {
	static override tableName = 'webhooks';
	static override booleans = ['active', 'byBot'];

	declare id: number;
	/** The webhook's id at Discord. */
	declare discordId: string;
	declare urlHash: string;
	/** The sealed URL: anyone with the URL can post to the channel. */
	declare urlSealed: string;
	/** The thread that the URL posts to; null for the channel itself. */
	declare threadId: string | null;
	/** False after Discord responded that the webhook does not exist or its token is wrong; `offReason` says which. */
	declare active: boolean;
	declare offReason: string | null;
	declare offAt: number | null;
	/** The outcome of the latest finished delivery. */
	declare lastStatus: string | null;
	declare lastReason: string | null;
	declare lastAt: number | null;
	declare pausedUntil: number;
	/**
	 * When the pause began. A pause that begins in the future was set before the clock was set back, and is ignored.
	 */
	declare pausedAt: number;
	/** Until then, no messages are edited; new ones are sent. */
	declare editsPausedUntil: number;
	/** Why Discord orders the latest pause; null for none. */
	declare pauseReason: string | null;
	declare claimedBy: string | null;
	declare leaseUntil: number;
	/** The webhook's place at Discord, as last reported by Discord or the bot; null before the first report. */
	declare guildId: string | null;
	declare channelId: string | null;
	declare channelName: string | null;
	/** The webhook's name at Discord. */
	declare name: string | null;
	/** The Discord application that created the webhook; null when a person created it, and before the first check. */
	declare applicationId: string | null;
	/** The time of the latest check with Discord; null when a check is due. */
	declare verifiedAt: number | null;
	/** The bot created this webhook: it is off while the bot is not in the guild. */
	declare byBot: boolean;
	declare createdAt: number;
}
