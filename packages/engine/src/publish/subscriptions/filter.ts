import {
	BRANDS,
	DEFAULT_REMINDERS,
	isReleaseKind,
	TOPIC_KINDS,
	type TopicKind,
	fillPostName,
	type FilterRule,
	isOther,
	minorDigits,
	OPTION_LIMITS,
	type OtherState,
	type QuietHours,
	sizeKey,
	sizeKeys,
	sizeStateOf,
	stockOf,
	stockStateOf,
	type SubscriptionOptions,
} from '@dropwire/domain';
import type { ProductSnapshot, SizeStock } from '@dropwire/retailers';
import type { Overlay } from '../../message/body.ts';
import { postNameOf } from '../../message/body.ts';
import { changedSizes, statesEntered } from '../../product/compare.ts';
import { isStockEvent, type MessageSubject, offerOfEvent, type ProductEvent } from '../../product/event.ts';
import { wordKey } from '../../product/words.ts';
import { listTitle } from '../messages/composeList.ts';

/** Sizes of an event: their labels, and the keys of every filter that one of them matches. */
export interface SizeFacts {
	labels: readonly string[];
	keys: ReadonlySet<string>;
}

/** What filters need to know about an event, computed once for all subscriptions. */
export interface EventFacts {
	kind: TopicKind;
	/** Title, SKU and color for whole-word search; phrases do not span two of them. */
	words: string;
	/**
	 * The sizes of which a filter must name one: those that changed for RESTOCK and STOCK, those that are available for
	 * other kinds. Null if the event passes any filter of sizes: the product of another kind lists none.
	 */
	sizes: SizeFacts | null;
	/**
	 * The states besides in stock that the product or a size entered. A subscription that counts one as available gets the
	 * event as a restock; none for kinds that come before a restock.
	 */
	entered: ReadonlySet<OtherState>;
	/** The sizes that are in a state besides in stock. */
	sizesIn: ReadonlyMap<OtherState, SizeFacts>;
	/** In the main unit of the product's currency; null if unknown. */
	price: number | null;
	/** In percent, rounded down; null without a price. */
	discount: number | null;
}

export function factsOf({ kind, sku, before, after }: Omit<MessageSubject, 'source' | 'region' | 'at'>): EventFacts {
	const product = after ?? before;
	const price = product?.price ?? null;
	return {
		kind,
		words: [product?.title ?? '', sku, colorOf(product)].map(wordKey).join(''),
		sizes: isStockEvent(kind) ? stockChanges(before, after) : availableSizes(product),
		entered: statesToCount({ kind, before, after }),
		sizesIn: sizesIn(product),
		price: price && price.current / 10 ** minorDigits(price.currency),
		discount: price && price.full > 0 ? Math.floor(((price.full - price.current) * 100) / price.full) : null,
	};
}

/** See `EventFacts.entered`. */
export function statesToCount({
	kind,
	before,
	after,
}: Pick<MessageSubject, 'kind' | 'before' | 'after'>): ReadonlySet<OtherState> {
	const comesAfterRestock = TOPIC_KINDS.indexOf(kind) > TOPIC_KINDS.indexOf('RESTOCK');
	return comesAfterRestock && !isReleaseKind(kind) ? statesEntered(before, after) : new Set();
}

function sizeFacts(labels: Iterable<string>): SizeFacts {
	const unique = [...new Set(labels)];
	return { labels: unique, keys: new Set(unique.flatMap(sizeKeys)) };
}

function colorOf(product: ProductSnapshot | null): string {
	return product?.color ?? '';
}

function sizesIn(product: ProductSnapshot | null): ReadonlyMap<OtherState, SizeFacts> {
	const found = new Map<OtherState, string[]>();
	for (const size of product?.sizes ?? []) {
		const state = sizeStateOf(product as ProductSnapshot, size);
		if (isOther(state)) found.set(state, [...(found.get(state) ?? []), size.size]);
	}
	return new Map([...found].map(([state, labels]) => [state, sizeFacts(labels)]));
}

function availableSizes(product: ProductSnapshot | null): SizeFacts | null {
	if (!product || product.sizes.length === 0) return null;
	return sizeFacts(product.sizes.filter(({ available }) => available).map(({ size }) => size));
}

function stockChanges(before: ProductSnapshot | null, after: ProductSnapshot | null): SizeFacts {
	const has = stockByKey(after);
	// Of a product that came back, a size whose stock is unknown can have come back, too: nothing later would say so.
	const isBack = (before === null || before.available === false) && after?.available === true;
	const unknown = isBack ? [...has.values()].filter(({ available }) => available === null) : [];
	return sizeFacts([...changedSizes(stockByKey(before), has), ...unknown].map(({ size }) => size));
}

/**
 * By size, whatever its notation. Of a product that is not in stock, the stock that the shop lists for a size, or does not
 * state, is in the product's state.
 */
function stockByKey(product: ProductSnapshot | null): Map<string, SizeStock> {
	return new Map(
		product?.sizes.map((size) => {
			const state = sizeStateOf(product, size);
			const isUnstated = state === 'unknown' && product.available === false;
			return [sizeKey(size.size), { ...size, ...stockOf(isUnstated ? stockStateOf(product) : state) }];
		}),
	);
}

/** Options prepared for many events: text is normalised, lists are sets, and what filters nothing is null. */
export interface Filter {
	paused: boolean;
	kinds: ReadonlySet<string> | null;
	include: readonly string[] | null;
	exclude: readonly string[] | null;
	/** The keys of the sizes, of which an event must have one. */
	sizes: ReadonlySet<string> | null;
	/** The states besides in stock that count as available. */
	states: ReadonlySet<OtherState> | null;
	minPrice: number | null;
	maxPrice: number | null;
	minDiscount: number | null;
	/** How long before a launch it wants a reminder, minutes. */
	reminders: readonly number[];
	/** What changes the message; null if nothing does. */
	style: MessageStyle | null;
}

export interface MessageStyle {
	mentions: readonly string[];
	quiet: QuietHours | null;
	name: string | null;
	avatar: string | null;
	/** The pattern of a forum post's name. */
	threadName: string | null;
	/** The ids of the forum's tags that its posts get. */
	tags: readonly string[];
	/** Whether the message has the button Watch. */
	watchButton: boolean;
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
	const {
		watchButton = true,
		paused = false,
		minPrice = null,
		maxPrice = null,
		minDiscount = null,
		reminders = DEFAULT_REMINDERS,
	} = options;
	const post = thread && 'name' in thread ? thread : null;
	const threadName = post?.name ?? null;
	const tags = post?.tags ?? [];
	const face = { name: name ?? null, avatar: avatar ?? null };
	const style = { mentions, quiet: quiet ?? null, ...face, threadName, tags, watchButton };
	const plain = mentions.length === 0 && !quiet && !name && !avatar && threadName === null && watchButton;
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
		reminders,
		style: plain ? null : style,
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
	sizes: SizeFacts,
	{ kind, sizesIn }: EventFacts,
): boolean {
	if (!sizes.keys.isDisjointFrom(wanted)) return true;
	if (states === null || isStockEvent(kind)) return false;
	return [...states].some((state) => sizesIn.get(state)?.keys.isDisjointFrom(wanted) === false);
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

/** Where a message goes in a forum. */
export interface Post {
	/** Its name, for the pattern of a subscription. */
	name(pattern: string): string;
	/** What the forum has one post for; without it, each message has a post of its own. */
	product?: string;
}

/** Joins what an owner's subscriptions say about the message of events: of one, or of a list, which has a post of its own. */
export function mergeStyles(
	styles: readonly (MessageStyle | null)[],
	events: readonly MessageSubject[],
): Overlay | null {
	const [event] = events;
	if (!event) return null;
	return events.length === 1
		? mergeStylesFor(styles, { name: (pattern) => postName(pattern, event), product: productKey(event) })
		: mergeStylesFor(styles, { name: () => postNameOf(listTitle(events)) });
}

/**
 * Joins what an owner's subscriptions say about a message, oldest first: mentions are joined, name and avatar come from
 * the oldest that has one, and the button Watch is left out if none of them wants it.
 * @returns null if nothing changes the message
 */
export function mergeStylesFor(styles: readonly (MessageStyle | null)[], post: Post): Overlay | null {
	const given = styles.filter((style) => style !== null);
	if (given.length === 0) return null;
	const face = given.find(({ name, avatar }) => name !== null || avatar !== null);
	const pattern = given.find(({ threadName }) => threadName !== null)?.threadName ?? null;
	const tags = [...new Set(given.flatMap((style) => style.tags))].slice(0, OPTION_LIMITS.tags);
	const parts = styles.map((style) => ({
		...(style?.mentions.length && { mentions: style.mentions }),
		...(style?.quiet && { quiet: style.quiet }),
	}));
	return {
		...(parts.some((part) => Object.keys(part).length > 0) && { parts }),
		...(face?.name && { name: face.name }),
		...(face?.avatar && { avatar: face.avatar }),
		...(styles.every((style) => style?.watchButton === false) && { watchButton: false }),
		...(pattern !== null && {
			post: {
				name: post.name(pattern),
				...(post.product !== undefined && { product: post.product }),
				...(tags.length > 0 && { tags }),
			},
		}),
	};
}

/** Identifies a product, as `source/sku/region/offer`. */
function productKey(event: MessageSubject): string {
	return [event.source, event.sku, event.region, offerOfEvent(event)].join('/');
}

/** The name of a forum post, cut to what Discord accepts. */
export function postName(
	pattern: string,
	{ source, sku, before, after }: Pick<ProductEvent, 'source' | 'sku' | 'before' | 'after'>,
): string {
	return fillPostName(pattern, { title: (after ?? before)?.title ?? sku, sku, brand: BRANDS[source].name });
}
