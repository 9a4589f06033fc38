import { routeOf, type Topic } from '@dropwire/domain';
import { isComparable } from '../watch/compare.ts';
import type { ProductEvent } from './event.ts';

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
