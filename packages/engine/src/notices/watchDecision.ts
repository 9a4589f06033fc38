import type { StoredRow } from '@dropwire/db';
import type { FilterRule } from '@dropwire/domain';
import type { ProductEvent } from '../product/event.ts';
import { decide, type EventFacts, factsOf, filterOf } from '../publish/subscriptions/filter.ts';

/** What of a watch decides about an event. */
export type WatchFilter = Pick<StoredRow<'watches'>, 'regions' | 'maxAmount' | 'maxCurrency' | 'options'>;

/** What watches need to know of an event, computed once for all. */
export interface WatchedFacts {
	region: string;
	/** In the minor unit of its currency; null if unknown. */
	price: { current: number; currency: string } | null;
	filtered: EventFacts;
}

export function watchedFacts(event: ProductEvent): WatchedFacts {
	const { region, before, after } = event;
	return { region, price: (after ?? before)?.price ?? null, filtered: factsOf(event) };
}

/**
 * The first rule of a watch that holds an event of its product back; null if the watch wants it. Kinds, sizes and states
 * are decided as for a subscription: a state that counts as available makes an event a restock.
 */
export function decideWatch(watch: WatchFilter, facts: WatchedFacts): 'region' | FilterRule | null {
	const { regions, maxAmount, maxCurrency, options } = watch;
	if (regions !== null && !regions.split(',').includes(facts.region)) return 'region';
	const rule = decide(filterOf(options), facts.filtered);
	if (rule !== null || maxAmount === null) return rule;
	const { price } = facts;
	return price !== null && price.currency === maxCurrency && price.current <= maxAmount ? null : 'price';
}
