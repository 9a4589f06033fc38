import type {
	Brand,
	Evidence,
	LaunchMethod,
	Offer,
	OtherState,
	ProductStatus,
	Region,
	ShopAdapter,
} from '@dropwire/domain';

/** Stock of one size, as precise as the shop reports it: a level, a count, or only whether it is available. */
export interface SizeStock {
	/** The size in that region's notation: `9`, `EU 42.5`, `W 5 / M 3.5`. */
	size: string;
	/** Whether it is in stock; null is unknown. A size is never available by default. */
	available: boolean | null;
	/** How it can be had although it is not in stock; then `available` is false. */
	state?: OtherState;
	level: 'HIGH' | 'MEDIUM' | 'LOW' | 'OOS' | null;
	count: number | null;
	/** Set if the shop stops counting at `count`: 15 then means 15 or more. */
	countIsMinimum?: true;
	/** A link that puts the size into the shop's cart. */
	url?: string;
}

/** Money in the currency's minor unit: 20500 is 205.00 USD, 17380 is 17,380 JPY. */
export interface Price {
	current: number;
	full: number;
	currency: string;
}

/**
 * A product's state in a region at one moment, with the same fields for every retailer. Plain JSON: it is stored and
 * compared without conversion, and contains no field that changes without news (no fetch times, no page IDs).
 */
export interface ProductSnapshot {
	brand: Brand;
	sku: string;
	region: Region;
	title: string;
	subtitle: string | null;
	/** Unset or null if unknown. */
	color?: string | null;
	/** The category of the product's topics (`SHOES`, `EQUIPMENT`, …). */
	category: string;
	/** Null for retailers without statuses. */
	status: ProductStatus | null;
	price: Price | null;
	/**
	 * When a check last read the price, epoch ms; set by the engine while the retailer states none, and unset while the price is
	 * current.
	 */
	priceAt?: number;
	/** The announced launch, epoch ms; null if none is announced. */
	launchAt: number | null;
	/**
	 * Whether the date was too far ahead to be an announcement when it was first seen; set by the engine. The date stays one
	 * until the retailer names another.
	 */
	launchIsPlaceholder?: true;
	/** `LEO` short entry window, `DAN` draw, `FLOW` first come, first served; null if unknown. */
	launchMethod: LaunchMethod | null;
	/** Until when a draw takes entries, epoch ms; unset where the retailer does not say. */
	entriesUntil?: number;
	/** Whether the retailer reports the product as available, regardless of its sizes; null is unknown. */
	available: boolean | null;
	/** How it can be had although it is not in stock; then `available` is false. */
	state?: OtherState;
	/** The most precise statement about stock in the answer; unset in reports of external monitors. */
	evidence?: Evidence;
	/** In the retailer's order; empty if the retailer lists none. */
	sizes: SizeStock[];
	promoExcluded: boolean;
	image: string | null;
	/** The product's page at the shop; null if there is none. */
	url: string | null;
}

/** A product in the format of the product query (contract: "Product entry"). */
export interface ProductEntry {
	id: string;
	title: string;
	/** The SKU. */
	styleColor: string;
	subtitle: string;
	/** ISO 8601, or empty. */
	commerceStartDate: string;
	/** In the currency's major unit; null if unknown. */
	price: number | null;
	currency: string;
	discounted: boolean;
	isPromoExclusionMessage: boolean;
	colorDescription: string;
	slug: string;
	descriptionHeading: string;
	/** The retailer's own HTML. Show it as text only. */
	description: string;
	images: string[];
}

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
			/** How long the shop's cache has kept the answer, ms; unset for a new one. */
			ageMs?: number;
	  }
	| { kind: 'gone' }
	| {
			kind: 'blocked';
			reason: string;
			retryAfterMs: number | null;
			/** The product that a link shows instead of the watched one. */
			shows?: Shown;
	  };

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
	/** The shop's data still has the version that the caller named. */
	| { unchanged: true };

/** A source's properties. */
export interface SourceFacts {
	/** The brand whose products it reads. With the offer, it identifies the source (`sourceNameOf`). */
	readonly name: Brand;
	/** The offer that the source reads. Unset: new products. */
	readonly offer?: Offer;
	/** The regions in which the shop sells, in the order of `REGIONS`. */
	readonly regions: readonly Region[];
	/** The maximum number of SKUs of one region per `ask`. */
	readonly batchSize: number;
	/** The maximum number of requests that one `ask` sends to the shop, on average over many. */
	readonly requestsPerBatch: number;
	/**
	 * Whether the source's snapshots contain the dates of coming launches. Only then does a product that suddenly
	 * becomes available count as a shock drop; otherwise it counts as new or restocked.
	 */
	readonly announcesLaunches: boolean;
	/** The most precise statement about stock that the shop makes. */
	readonly evidence: Evidence;
	/** What the format is known from (docs/shop-formats.md). */
	readonly knownFrom: 'recordings' | 'documentation' | 'code';
	/**
	 * Whether the source reads products by their links. Entries without a known link are then not polled. `each host`: it
	 * reads any shop, and each host has a budget of its own.
	 */
	readonly byLink?: true | 'each host';
	/**
	 * Products that the shop has sold for long, in the region in which they are checked beside the watched ones: if they
	 * cannot be read, the format has changed, or the shop blocks us.
	 */
	readonly canaries?: readonly (Pick<WatchedProduct, 'sku' | 'link'> & { readonly region: Region })[];
	/** The format of the source's SKUs, if it has one: `find` is not called for other SKUs. */
	readonly skus?: RegExp;
}

/** The open connections to one shop. Handles only URLs and formats. */
export interface SourceConnection {
	/**
	 * Reads the given products, at most `batchSize`, and answers by their SKUs. Shop errors never cause a rejection; only an
	 * aborted `signal` does.
	 * @param version of the last reading of the same products, if the caller has stored everything that followed from it. A
	 * source that supports versions then returns `unchanged` instead of the same answers; it keeps no answers itself.
	 */
	ask(
		region: Region,
		products: readonly WatchedProduct[],
		signal: AbortSignal,
		version?: string | null,
	): Promise<Reading>;
	/**
	 * Looks up one SKU for a user, watched or not; null if the shop does not have it. The product query, product cards
	 * and the image search skip sources without this method. Rejects when the shop does not answer.
	 */
	find?(region: Region, sku: string, signal: AbortSignal): Promise<LookedUp | null>;
	/**
	 * Lists products that match keywords, for sources whose shop can be searched: names and prices without evidence about
	 * stock. Reads a few pages of a long list. Shop errors never cause a rejection; only an aborted `signal` does.
	 * @param shop the origin of the shop, for a source that reads any shop (`byLink: 'each host'`)
	 * @param from where the search before this one stopped (`next` of its result): the first page is read, and those from
	 * there on
	 */
	search?(
		region: Region,
		keywords: string,
		signal: AbortSignal,
		shop?: string | null,
		from?: string | null,
	): Promise<FoundProduct[] | PartialSearch | FailedSearch>;
	/**
	 * With how many others a product can be read in one call, for sources where that depends on its shop; they have the
	 * same key. Null for a product that is read alone. Sources without this method read any `batchSize` products at once.
	 */
	together?(product: WatchedProduct): Together | null;
	/** Closes the connections. */
	close(): Promise<void>;
}

/** Products that can be read in one call. */
export interface Together {
	key: string;
	/** The maximum number of products per call. */
	max: number;
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

export interface ConnectionOptions {
	/** The shop's origin, without a trailing slash; empty for a source without a shop of its own. */
	url: string;
	timeoutMs: number;
	/** The maximum number of concurrent connections to the shop. */
	connections: number;
	/** The shop's budget, or that of each host of a source that reads by link; unset for none. */
	requestsPerMinute?: number;
	/** The name under which the shop sees us; without an operator's address by default. */
	userAgent?: string;
	/** HTTP proxies for the requests. */
	proxies?: readonly string[];
	/** Origins of shops at private addresses. */
	privateShops?: readonly string[];
	/** The values of the definition's `more`, by the names of the settings. */
	more?: Readonly<Partial<Record<string, string>>>;
}

/** A source's setting, by its name in the environment. */
interface Setting<Name extends string, Value> {
	readonly setting: Name;
	readonly default: Value;
	readonly description: string;
}

/** One entry of the `SOURCES` table. */
export interface SourceDefinition<
	Url extends string = string,
	Budget extends string = string,
	More extends string = string,
> extends SourceFacts {
	/** The shop's URL; null for a source that reads any shop. */
	readonly url: Setting<Url, string> | null;
	/** Further settings of a shop with several addresses. One that begins with `/` by default is a path. */
	readonly more?: readonly Setting<More, string>[];
	/**
	 * Requests per minute to the shop's host, over all regions. Sources can share the setting, but each has its own
	 * budget.
	 */
	readonly budget: Setting<Budget, number>;
	/** Opens the connections without sending anything. */
	readonly connect: (options: ConnectionOptions) => SourceConnection;
}

/** A source that is ready to be polled. */
export interface Source extends SourceFacts, SourceConnection {
	/** The watch lists whose SKUs the source reads. */
	readonly lists: readonly string[];
	readonly requestsPerMinute: number;
}

/** Preserves the literal types of the setting names. */
export function defineSource<
	const Url extends string = never,
	const Budget extends string = never,
	const More extends string = never,
>(definition: SourceDefinition<Url, Budget, More>): SourceDefinition<Url, Budget, More> {
	return definition;
}

/** The default budget of a shop without its own setting. */
export const SHOP_BUDGET = {
	setting: 'SHOP_CALLS_PER_MINUTE',
	default: 60,
	description: 'Requests a minute to each shop other than Nike',
} as const;
