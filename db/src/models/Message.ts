import { Row } from './Row.ts';

export type MessageKind = 'EVENT' | 'ANNOUNCEMENT' | 'TEST';

/** What is said: the body that each of its webhooks gets, composed once. */
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
	/** Past this time it is stale and is no longer sent. */
	declare expiresAt: number;
}
