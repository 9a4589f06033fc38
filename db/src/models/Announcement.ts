import { Row } from './Row.ts';

/** A message that an operator wrote to several webhooks. */
export class Announcement extends Row {
	static override tableName = 'announcements';

	declare id: number;
	declare title: string;
	declare imageUrl: string;
	declare description: string;
	/** A repeated request by the same person with the same key returns the same announcement. */
	declare idempotencyKey: string | null;
	/** A hash of the webhooks that the request named; null if it named none. */
	declare webhooksHash: string | null;
	declare createdBy: string;
	declare createdAt: number;
}
