import { Row } from './Row.ts';

/** The short URL in the message of an event, with its target and click count. It ends with its event. */
export class EventLink extends Row {
	static override tableName = 'event_links';
	static override idColumn = 'slug';

	declare slug: string;
	/** The event that began the message. */
	declare eventId: number;
	declare url: string;
	declare clicks: number;
}
