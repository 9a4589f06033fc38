import type { Region } from '@dropwire/domain';
import { Row } from './Row.ts';

/** A server whose scheduled events in Discord follow the releases. */
export class ScheduledEventGuild extends Row {
	static override tableName = 'scheduled_event_guilds';
	static override idColumn = 'guildId';
	static override booleans = ['active'];

	declare guildId: string;
	/** Off: its events are being deleted, or `reason` says why Dropwire turned it off. */
	declare active: boolean;
	/** The releases of this region; null for those of the server's release topics. */
	declare region: Region | null;
	/** Why it is off, or why some releases have no event. */
	declare reason: string | null;
	/** When it is compared with Discord next, epoch ms; 0 for at once, null for never. */
	declare syncAt: number | null;
}
