import type { Brand, EventKind, Region } from '../topics/index.ts';
import { Row } from './Row.ts';

/** A change that was seen. Rows are written once and never changed. */
export class EventRow extends Row {
	static override tableName = 'events';

	declare id: number;
	declare source: Brand;
	declare sku: string;
	declare region: Region;
	declare kind: EventKind;
	/** Null when it belongs to no topic: the broadcast list alone gets it. */
	declare topicId: number | null;
	/** Snapshots as JSON. */
	declare before: string | null;
	declare after: string | null;
	declare at: number;
}
