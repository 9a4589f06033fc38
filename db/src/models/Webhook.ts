import { Row } from './Row.ts';

/** One Discord webhook, however many lists name it: its address, its health, and who is sending to it. */
export class Webhook extends Row {
	static override tableName = 'webhooks';
	static override booleans = ['active', 'byBot'];

	declare id: number;
	/** The webhook's own id at Discord. */
	declare discordId: string;
	declare urlHash: string;
	/** The URL, sealed: who has it can post in our name. */
	declare urlSealed: string;
	/** False once Discord said that it no longer exists or that its token is wrong; `offReason` says which. */
	declare active: boolean;
	declare offReason: string | null;
	declare offAt: number | null;
	/** What became of the newest finished delivery. */
	declare lastStatus: string | null;
	declare lastReason: string | null;
	declare lastAt: number | null;
	declare pausedUntil: number;
	declare claimedBy: string | null;
	declare leaseUntil: number;
	/** Where it stands at Discord, as the bot saw it last; null where nobody has told. */
	declare guildId: string | null;
	declare channelId: string | null;
	declare channelName: string | null;
	/** Made by our bot: off while the bot is not in the guild. */
	declare byBot: boolean;
	declare createdAt: number;
}
