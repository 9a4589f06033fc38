import { Row } from './Row.ts';

/** Where a person's notices go. A person without a row gets direct messages. */
export class WatchPlace extends Row {
	static override tableName = 'watch_places';
	static override idColumn = 'discordId';

	declare discordId: string;
	/** The server with the person's private thread; null for direct messages. */
	declare guildId: string | null;
	declare threadId: string | null;
	/** The channel of direct messages, once it was opened. */
	declare directId: string | null;
	/** The thread failed: until then, notices are direct messages. */
	declare directUntil: number;
	/** Why the last notice went elsewhere or nowhere. */
	declare reason: string | null;
	/** While it lies ahead, no direct message is tried; 0 for a person who can be reached. */
	declare unreachableUntil: number;
	/** Notices that expired since the last one that was sent. */
	declare missed: number;
	/** When the last message was sent; 0 for never. */
	declare sentAt: number;
}
