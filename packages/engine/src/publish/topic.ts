import { routeOf, type Topic } from '@dropwire/domain';
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
		priceFell: before?.price != null && after?.price != null && after.price.current < before.price.current,
	});
}
