import { Row } from './Row.ts';

export type WatchNoticeStatus = 'queued' | 'sent' | 'failed' | 'expired' | 'dropped';

/** A personal notice: of an event that matched a watch, or the confirmation of a person's first watch. */
export class WatchNotice extends Row {
	static override tableName = 'watch_notices';

	declare id: number;
	declare discordId: string;
	/** Null for the confirmation. */
	declare watchId: number | null;
	declare eventId: number | null;
	/** `dropped`: the watch was removed, muted or snoozed, or is over the limit. */
	declare status: WatchNoticeStatus;
	/** The notice whose message this one edits. */
	declare editOf: number | null;
	/** The first notice of the message that this one is in; null before the first attempt. */
	declare sentWith: number | null;
	declare queuedAt: number;
	declare notBefore: number;
	declare attempts: number;
	declare reason: string | null;
	declare channelId: string | null;
	declare messageId: string | null;
	declare sentAt: number | null;
}
