import type { Brand, ProductStatus, Region } from '@dropwire/db/topics';

/** Stock of one size as shops tell it: a level, a count, or only whether there is any. */
export interface SizeStock {
	/** As buyers in that region read it: `9`, `EU 42.5`, `W 5 / M 3.5`. */
	size: string;
	available: boolean;
	level: 'HIGH' | 'MEDIUM' | 'LOW' | 'OOS' | null;
	count: number | null;
}

/** Money in the currency's minor unit: 20500 is 205.00 USD, 17380 is 17,380 JPY. */
export interface Price {
	current: number;
	full: number;
	currency: string;
}

/**
 * How a product stands in a region at one moment, in the same words for every retailer. Plain JSON: it is stored and
 * compared as it is, and holds nothing that changes without news (no fetch times, no ids of a page).
 */
export interface ProductSnapshot {
	brand: Brand;
	sku: string;
	region: Region;
	title: string;
	subtitle: string | null;
	/** The category of the topics it belongs to (`SHOES`, `EQUIPMENT`, …). */
	category: string;
	/** Null for retailers that have no statuses. */
	status: ProductStatus | null;
	price: Price | null;
	/** The announced launch in epoch ms; null when none is announced. */
	launchAt: number | null;
	/** `LEO` short entry window, `DAN` draw, `FLOW` first come; null when unknown. */
	launchMethod: 'LEO' | 'DAN' | 'FLOW' | null;
	/** The retailer's own word that it can be bought, whatever the sizes say. */
	available: boolean;
	/** In the retailer's order; empty when the retailer tells none. */
	sizes: SizeStock[];
	promoExcluded: boolean;
	image: string | null;
	/** The page at the shop; null when there is none. */
	url: string | null;
}

/**
 * One answer of one source for one SKU. Blocked (bot wall, error, changed format) is never "sold out" and never "gone":
 * the last snapshot stands, and its age is shown.
 */
export type Answer =
	| { kind: 'read'; snapshot: ProductSnapshot }
	| { kind: 'gone' }
	| { kind: 'blocked'; reason: string; retryAfterMs: number | null };

/** A retailer: knows addresses and formats, nothing else. */
export interface Source {
	readonly name: Brand;
	readonly regions: readonly Region[];
	/** How many SKUs of one region one call may ask for. */
	readonly batchSize: number;
	/**
	 * Asks for every SKU given, which are at most `batchSize`. Every SKU gets an answer; a failed call answers `blocked`
	 * for each. Never throws for what a shop can do to it; only an aborted `signal` rejects.
	 */
	ask(region: Region, skus: readonly string[], signal: AbortSignal): Promise<Map<string, Answer>>;
	/** Lets its connections go. */
	close(): Promise<void>;
}
