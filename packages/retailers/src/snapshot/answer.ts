import type { ShopAdapter } from '@dropwire/domain';
import type { Price, ProductEntry, ProductSnapshot } from './snapshot.ts';

/**
 * One source's answer for one SKU. Blocked (bot wall, error, changed format) never means "sold out" or "gone": the last
 * snapshot is kept, and its age is shown.
 */
export type Answer =
	| {
			kind: 'read';
			/** Its SKU differs from the requested one if that was provisional (`WatchedProduct`). */
			snapshot: ProductSnapshot;
			/** The format in which a link was read. */
			adapter?: ShopAdapter;
			/** Set if no code of the page could be compared with the SKU: the page may be about another product. */
			isUnnamed?: true;
			/** How long the shop's cache has kept the answer, ms; unset for a new one. */
			ageMs?: number;
	  }
	| { kind: 'gone' }
	| {
			kind: 'blocked';
			reason: string;
			retryAfterMs: number | null;
			/** Set if this says nothing about the shop's other products; of a search, about those for other words. */
			isOwn?: true;
			/** The product that a link shows instead of the watched one. */
			shows?: Shown;
	  };

/** The answer with the age of what it was made of, unless it is known to be older. */
export function withAge(answer: Answer, ageMs: number): Answer {
	return answer.kind === 'read' && ageMs > (answer.ageMs ?? 0) ? { ...answer, ageMs } : answer;
}

/** What a link shows instead of the watched product. */
export interface Shown {
	sku: string | null;
	title: string;
	/** The product's page; null if it is the link itself. */
	url: string | null;
}

/** A product to read. */
export interface WatchedProduct {
	/** Identifies the product. Provisional for a link that names no SKU, until the link was read (`skuFromHandle`). */
	sku: string;
	/** The product's page at the real shop; null for sources that read by SKU. */
	link: string | null;
	/** The format in which the link was read first; it is never read in another one. Null before that. */
	adapter: ShopAdapter | null;
}

/** A product that is read by its SKU. */
export function bySku(sku: string): WatchedProduct {
	return { sku, link: null, adapter: null };
}

/** The result of one `ask`. */
export type Reading =
	| {
			/**
			 * After a failed call, each SKU is `blocked`. A SKU without an answer was not checked: the source's budget allows it
			 * in one of the next calls.
			 */
			answers: ReadonlyMap<string, Answer>;
			/** Names this state of the shop's data (an ETag); unset if the shop gives no such name. */
			version?: string | null;
	  }
	| Unchanged;

/** The shop's data still has the version that the caller named. */
export interface Unchanged {
	unchanged: true;
	/** How long the shop's cache has kept it, ms; unset for a new answer. */
	ageMs?: number;
}

/** What a lookup found. */
export interface LookedUp {
	entry: ProductEntry;
	/** The product's state, as a check reads it; null if the answer does not contain all of it. */
	snapshot: ProductSnapshot | null;
}

/** A product in a shop's list. */
export interface FoundProduct {
	sku: string;
	title: string;
	/** The product's page at the real shop. */
	link: string | null;
	price: Price | null;
	image: string | null;
}

/** Why a shop's answer could not be read. The reason begins with one of `BLOCKED_KINDS`' names (domain). */
export type Blocked = Extract<Answer, { kind: 'blocked' }>;

/** A search of a list that is longer than one search reads. */
export interface PartialSearch {
	kind: 'partial';
	found: FoundProduct[];
	/** Where the next search goes on. Means something to its source only. */
	next: string;
}

/** A search that the shop did not answer, or only some pages of it. */
export type FailedSearch = Blocked & {
	/** What the other pages found; unset for none. */
	found?: FoundProduct[];
	/** Where the next search goes on; unset for the beginning. */
	next?: string;
};
