import { Row } from './Row.ts';

/** A webhook that Dropwire created and nothing uses, until a minute after its deletion at Discord. */
export class WebhookDeletion extends Row {
	static override tableName = 'webhook_deletions';
	static override idColumn = 'discordId';

	/** The webhook's id at Discord. */
	declare discordId: string;
	declare guildId: string;
	/** When the next attempt is due. */
	declare dueAt: number;
	/** Failed attempts. */
	declare attempts: number;
	/** When the current attempt began, or the one that deleted the webhook ended; null between attempts. */
	declare startedAt: number | null;
}
