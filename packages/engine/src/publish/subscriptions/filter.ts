import type { FilterRule, OtherState, QuietHours, SubscriptionOptions } from '@dropwire/domain';
import { wordKey } from '../../product/words.ts';
import { isStockEvent } from '../../product/evaluate.ts';
import { type EventFacts, sizeKey } from './facts.ts';

/** Options prepared for many events: text is normalised, lists are sets, and what filters nothing is null. */
export interface Filter {
	paused: boolean;
	kinds: ReadonlySet<string> | null;
	include: readonly string[] | null;
	exclude: readonly string[] | null;
	sizes: ReadonlySet<string> | null;
	/** The states besides in stock that count as available. */
	states: ReadonlySet<OtherState> | null;
	minPrice: number | null;
	maxPrice: number | null;
	minDiscount: number | null;
	/** What changes the message; null if nothing does. */
	look: Look | null;
}

export interface Look {
	mentions: readonly string[];
	quiet: QuietHours | null;
	name: string | null;
	avatar: string | null;
	/** The pattern of a forum post's name. */
	threadName: string | null;
	/** The ids of the forum's tags that its posts get. */
	tags: readonly string[];
}

/** The most options that are kept prepared: those of every subscription of a large installation. */
const MAX_KEPT = 50_000;
const kept = new Map<string, Filter>();

/** Prepares stored options (JSON), once for all subscriptions and events that have the same. */
export function filterOf(options: string): Filter {
	let filter = kept.get(options);
	if (!filter) {
		if (kept.size >= MAX_KEPT) kept.clear();
		kept.set(options, (filter = prepareFilter(JSON.parse(options) as SubscriptionOptions)));
	}
	return filter;
}

export function prepareFilter(options: SubscriptionOptions): Filter {
	const { kinds, include, exclude, sizes, states, thread, mentions = [], quiet, name, avatar } = options;
	const { paused = false, minPrice = null, maxPrice = null, minDiscount = null } = options;
	const post = thread && 'name' in thread ? thread : null;
	const threadName = post?.name ?? null;
	const tags = post?.tags ?? [];
	const look = { mentions, quiet: quiet ?? null, name: name ?? null, avatar: avatar ?? null, threadName, tags };
	const plain = mentions.length === 0 && !quiet && !name && !avatar && threadName === null;
	return {
		paused,
		kinds: kinds?.length ? new Set(kinds) : null,
		include: include?.length ? include.map(termKey) : null,
		exclude: exclude?.length ? exclude.map(termKey) : null,
		sizes: sizes?.length ? new Set(sizes.map(sizeKey)) : null,
		states: states?.length ? new Set(states) : null,
		minPrice,
		maxPrice,
		minDiscount,
		look: plain ? null : look,
	};
}

/** The first rule that holds the event back, in the order of `FILTER_RULES`; null if the filter lets it through. */
export function decide(filter: Filter, facts: EventFacts): FilterRule | null {
	if (filter.paused) return 'paused';
	if (filter.kinds && !filter.kinds.has(facts.kind) && !(filter.kinds.has('RESTOCK') && isRestock(filter, facts)))
		return 'kinds';
	if (filter.include && !hasOne(facts.words, filter.include)) return 'include';
	if (filter.exclude && hasOne(facts.words, filter.exclude)) return 'exclude';
	if (filter.sizes && facts.sizes && !hasSize(filter, filter.sizes, facts.sizes, facts)) return 'sizes';
	const { minPrice, maxPrice, minDiscount } = filter;
	if ((minPrice !== null || maxPrice !== null) && !isWithin(facts.price, minPrice, maxPrice)) return 'price';
	if (minDiscount !== null && (facts.discount === null || facts.discount < minDiscount)) return 'discount';
	return null;
}

/** Whether an event that is no restock is one for the filter, because a state that it counts as available was entered. */
export function isRestock({ states }: Pick<Filter, 'states'>, { entered }: EventFacts): boolean {
	return states !== null && !entered.isDisjointFrom(states);
}

/** Whether the event has one of the wanted sizes: in stock or changed, or in a state that counts as available. */
function hasSize(
	{ states }: Filter,
	wanted: ReadonlySet<string>,
	sizes: ReadonlySet<string>,
	{ kind, sizesIn }: EventFacts,
): boolean {
	if (!sizes.isDisjointFrom(wanted)) return true;
	if (states === null || isStockEvent(kind)) return false;
	return [...states].some((state) => sizesIn.get(state)?.isDisjointFrom(wanted) === false);
}

/** Whether the filter's words let a text through. @param words as in `EventFacts` */
export function namesWanted({ include, exclude }: Filter, words: string): boolean {
	return (!include || hasOne(words, include)) && !(exclude && hasOne(words, exclude));
}

/** The text to search for in `EventFacts.words`: a final `*` leaves the end of the last word open. */
function termKey(term: string): string {
	const text = term.trim();
	const key = wordKey(text);
	return text.endsWith('*') ? key.trimEnd() : key;
}

function hasOne(words: string, terms: readonly string[]): boolean {
	return terms.some((term) => term !== '' && words.includes(term));
}

/** An unknown price is within no bounds. */
function isWithin(price: number | null, min: number | null, max: number | null): boolean {
	return price !== null && (min === null || price >= min) && (max === null || price <= max);
}
