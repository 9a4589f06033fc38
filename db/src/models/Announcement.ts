import { Row } from './Row.ts';

/** What an operator wrote to many webhooks. */
export class Announcement extends Row {
	static override tableName = 'announcements';

	declare id: number;
	declare title: string;
	declare imageUrl: string;
	declare description: string;
	/** The same key from the same person again means the same announcement. */
	declare idempotencyKey: string | null;
	declare createdBy: string;
	declare createdAt: number;
}
