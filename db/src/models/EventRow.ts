import type { Brand, EventKind, Offer, Region } from '@dropwire/domain';
import { Model } from 'objection';
import { Row } from './Row.ts';
import { TopicRow } from './TopicRow.ts';

/** A change of a product. Rows are written once and never changed. */
export class EventRow extends Row {
	static override tableName = 'events';

	declare id: number;
	declare source: Brand;
	declare sku: string;
	declare region: Region;
	declare offer: Offer;
	declare kind: EventKind;
	/** Null when the event has no topic; only the broadcast list gets such events. */
	declare topicId: number | null;
	/** Snapshots as JSON. */
	declare before: string | null;
	declare after: string | null;
	declare at: number;
	/** The number of webhooks that its message was queued for, including those that were off. */
	declare deliveries: number;
	/** The event whose message lists this one with others; null if it has a message of its own. */
	declare digestOf: number | null;
	declare topic?: TopicRow | null;

	static override relationMappings = () => ({
		topic: {
			relation: Model.BelongsToOneRelation,
			modelClass: TopicRow,
			join: { from: 'events.topicId', to: 'topics.id' },
		},
	});
}
