import type { Brand, Evidence, Offer, Region, Store } from '@dropwire/domain';
import type { StoreSize } from '../snapshot/snapshot.ts';
import type {
	FailedSearch,
	FoundProduct,
	LookedUp,
	PartialSearch,
	Reading,
	WatchedProduct,
} from '../snapshot/answer.ts';

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
	/** How precisely the source reads the stock of its shop's own stores (`storeReader`); unset if it does not. */
	readonly stores?: Evidence;
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
	/** What the shop's own stores have, for sources with `stores`. */
	storeReader?: StoreReader;
	/** Closes the connections. */
	close(): Promise<void>;
}

/** Reads what a shop's own stores have. Every method rejects, with a message for people, when the shop does not answer. */
export interface StoreReader {
	/** All stores of the shop. */
	list(signal: AbortSignal): Promise<Store[]>;
	/** The sizes of a product in a region by the number with which stores name them; null if the shop does not sell it there. */
	sizes(region: Region, sku: string, signal: AbortSignal): Promise<ReadonlyMap<string, string> | null>;
	/** The stock of a product in one store; empty if it does not carry the product. */
	stock(
		asked: { sku: string; storeId: string; sizes: ReadonlyMap<string, string> },
		signal: AbortSignal,
	): Promise<StoreSize[]>;
}

/** Products that can be read in one call. */
export interface Together {
	key: string;
	/** The maximum number of products per call. */
	max: number;
}

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
	/** The values of the definition's `more`, by name. */
	more?: Readonly<Partial<Record<string, string>>>;
}

/** An address of a shop, by its name in SHOP_URLS. */
interface ShopUrl<Name extends string> {
	readonly name: Name;
	readonly default: string;
}

/** One entry of the `SOURCES` table. */
export interface SourceDefinition<
	Url extends string = string,
	Budget extends string = string,
	More extends string = string,
> extends SourceFacts {
	/** The shop's URL; null for a source that reads any shop. */
	readonly url: ShopUrl<Url> | null;
	/** Further addresses of the shop. One that begins with `/` by default is a path. */
	readonly more?: readonly ShopUrl<More>[];
	/**
	 * Requests per minute to the shop's host, over all regions. Sources can share the setting, but each has its own
	 * budget.
	 */
	readonly budget: { readonly setting: Budget; readonly default: number; readonly description: string };
	/** Opens the connections without sending anything. */
	readonly connect: (options: ConnectionOptions) => SourceConnection;
}

/** A source that is ready to be polled. */
export interface Source extends SourceFacts, SourceConnection {
	/** The watch lists whose SKUs the source reads. */
	readonly lists: readonly string[];
	readonly requestsPerMinute: number;
}

/** Preserves the literal types of the names. */
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
