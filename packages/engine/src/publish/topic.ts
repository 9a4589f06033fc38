import { routeOf, type Topic } from '@dropwire/domain';
import { isComparable } from '../product/compare.ts';
import type { ProductEvent } from '../product/event.ts';
import { statesToCount } from './subscriptions/facts.ts';

/** The topic of an event, by its brand's routes; null if only the broadcast list gets it. */
export function topicFor(event: ProductEvent): Topic | null {
	const { source, region, kind, before, after } = event;
	const product = after ?? before;
	if (!product) return null;
	return routeOf({
		brand: source,
		category: product.category,
		region,
		kind,
		productStatus: after?.status ?? null,
		priceFell:
			isComparable(before?.price, after?.price) && Number(after?.price?.current) < Number(before?.price?.current),
	});
}

/**
 * The topic that gets the product's restocks, for an event of another topic in which a state besides in stock was entered:
 * its subscriptions that count this state as available get the event, too. Null for any other event.
 */
export function restockTopicFor(event: ProductEvent): Topic | null {
	if (statesToCount(event).size === 0) return null;
	const topic = topicFor({ ...event, kind: 'RESTOCK' });
	return topic?.toolsName === topicFor(event)?.toolsName ? null : topic;
}
