import { Row } from './Row.ts';

export type MessageKind = 'EVENT' | 'ANNOUNCEMENT' | 'TEST' | 'NOTICE';

/** The body, composed once and sent to each of the message's webhooks. */
export class Message extends Row {
	static override tableName = 'messages';

	declare id: number;
	declare kind: MessageKind;
	declare eventId: number | null;
	declare announcementId: number | null;
	/** Discord's webhook body as JSON. */
	declare body: string;
	declare seenAt: number;
	declare queuedAt: number;
	/** After this time, the message is outdated and no longer sent. */
	declare expiresAt: number;
	/** The message that this later state of the same product continues; null for one that begins. */
	declare continues: number | null;
}
