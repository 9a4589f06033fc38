import { Row } from './Row.ts';

export type MessageKind = 'EVENT' | 'ANNOUNCEMENT' | 'TEST' | 'NOTICE' | 'REMINDER' | 'DIGEST';

/** The body, composed once and sent to each of the message's webhooks, or in place of an earlier message of the product. */
export class Message extends Row {
	static override tableName = 'messages';
	static override booleans = ['begins'];

	declare id: number;
	declare kind: MessageKind;
	declare eventId: number | null;
	declare announcementId: number | null;
	/** Discord's webhook body as JSON. */
	declare body: string;
	/** JSON: the body as an edit, by the id of the message that it edits. All others get that of the one that it `continues`. */
	declare edits: string | null;
	/** Whether it is a message of its own at some webhook. */
	declare begins: boolean;
	declare seenAt: number;
	declare queuedAt: number;
	/** After this time, the message is outdated and no longer sent. */
	declare expiresAt: number;
	/** The message that this later state of the same product continues; null for one that begins. */
	declare continues: number | null;
}
