import { Row } from './Row.ts';

/** A request to create a link, by its Idempotency-Key within the guild. */
export class LinkRequest extends Row {
	static override tableName = 'link_requests';

	declare id: number;
	declare guildId: string;
	declare idempotencyKey: string;
	/**
	 * The link that the request created, or turned on again if the link is older than the request. Null before that, and
	 * after the link is removed or another request has stored it.
	 */
	declare subscriptionId: number | null;
	declare canceledAt: number | null;
	declare createdAt: number;
}
