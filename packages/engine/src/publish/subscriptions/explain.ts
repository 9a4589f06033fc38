import { type FilterRule, STATE_NAMES, type SubscriptionOptions } from '@dropwire/domain';
import type { EventFacts } from './filter.ts';

const listed = (values: readonly string[] | undefined) => (values ?? []).join(', ');

/** What a rule of the filter compares, for the admin who asks why a message was or was not sent. */
export function explainRule(rule: FilterRule, options: SubscriptionOptions, facts: EventFacts): string {
	return WORDS[rule](options, facts);
}

const WORDS: Readonly<Record<FilterRule, (options: SubscriptionOptions, facts: EventFacts) => string>> = {
	paused: ({ paused }) => (paused ? 'The subscription is paused' : 'Not paused'),
	kinds: ({ kinds, states }, { kind, entered }) => {
		const counted = (states ?? []).filter((state) => entered.has(state)).map((state) => STATE_NAMES[state]);
		const event = counted.length > 0 ? `${kind}, which counts as RESTOCK (${listed(counted)})` : kind;
		return kinds?.length ? `${event}; wanted: ${listed(kinds)}` : `${event}; every kind is wanted`;
	},
	include: ({ include }) =>
		include?.length ? `Title, SKU or color has one of: ${listed(include)}` : 'No words required',
	exclude: ({ exclude }) =>
		exclude?.length ? `Title, SKU and color have none of: ${listed(exclude)}` : 'No words excluded',
	sizes: ({ sizes }, facts) => {
		if (!sizes?.length) return 'Every size is wanted';
		if (facts.sizes === null) return 'The product lists no sizes';
		return `Sizes of the event: ${listed(facts.sizes.labels) || 'none'}; wanted: ${listed(sizes)}`;
	},
	price: ({ minPrice, maxPrice }, { price }) => {
		if (minPrice === undefined && maxPrice === undefined) return 'Every price is wanted';
		return `Price ${price ?? 'unknown'}; wanted: ${minPrice ?? 0} to ${maxPrice ?? 'any'}`;
	},
	discount: ({ minDiscount }, { discount }) => {
		if (minDiscount === undefined) return 'No discount required';
		return `Discount ${discount === null ? 'unknown' : `${discount}%`}; wanted: at least ${minDiscount}%`;
	},
};
