import { type Knex, Product, WatchEntry } from '@dropwire/db';
import { type Brand, isSku, minorDigits, offerOf, type Region, REGIONS, spellings } from '@dropwire/domain';
import { skuHash } from '@dropwire/engine';
import type {
	LookedUp,
	ProductEntry,
	ProductQuery,
	ProductSnapshot,
	QueriedProduct,
	Source,
} from '@dropwire/retailers';
import type { ProductCard, ProductInRegion } from '@dropwire/contract';
import type { Call } from '../http/context.ts';
import { CallError } from '../http/errors.ts';

/** Older checks of the monitors are used only where the retailer cannot be queried: the product may no longer be watched. */
const RECENT_MS = 10 * 60_000;

/** The shops, to ask for people. */
export interface Shops {
	sources: readonly Source[];
	products: ProductQuery;
}

/** A product that was not checked for this time, ms, and for this many intervals, is not watched any more. */
const GONE_AFTER = { ms: RECENT_MS, intervals: 5 };

/** A stored check. */
interface Stored {
	row: Product;
	product: ProductSnapshot;
	/** Whether Dropwire itself checks it regularly. */
	watched: boolean;
}

/**
 * The card of a product: in each region the last check of the monitors if it is recent, else the retailer's current answer,
 * else the last check however old it is.
 * @param withLists adds the watch lists that have the SKU
 * @returns null if no region has the product
 * @throws CallError 502 if that is unknown because shops did not answer
 */
export async function readCard(
	call: Call<'product' | 'productCard'>,
	shops: Shops,
	withLists: boolean,
): Promise<ProductCard | null> {
	const { sku: asked, region } = call.input;
	const stored = await readStored(call.knex, { sku: asked, region });
	const sku = [...stored.values()][0]?.row.sku ?? asked.toUpperCase();
	const lists = withLists ? await listsOf(call.knex, sku) : null;
	const isRecent = ({ row }: Stored) => row.blockedSince === null && row.checkedAt > Date.now() - RECENT_MS;
	const isComplete = region !== undefined && stored.has(region) && isRecent(stored.get(region) as Stored);
	const { found, failed } = isComplete ? NOT_ASKED : await lookUp(shops, sku, [...stored.values()][0]);
	const regions = REGIONS.filter((one) => region === undefined || one === region).flatMap((one) => {
		const [check, answer] = [stored.get(one), found.get(one)];
		if (check && (isRecent(check) || !answer?.snapshot)) return [fromCheck(one, check)];
		return answer ? [fromAnswer(one, answer)] : [];
	});
	const missing = failed.filter((one) => (region === undefined || one === region) && !stored.has(one));
	const [first] = regions;
	if (!first) {
		if (missing.length > 0) throw noAnswer(`in ${missing.join(', ')}`);
		return null;
	}
	const details = detailsOf([...found.values()].map(({ entry }) => entry));
	const products = [...stored.values()].map(({ product }) => product);
	return {
		brand: [...stored.values()][0]?.row.source ?? ([...found.values()][0] as QueriedProduct).source,
		sku,
		title: products[0]?.title ?? details.title ?? sku,
		subtitle: products[0]?.subtitle ?? details.subtitle,
		color: details.color,
		image: products.find(({ image }) => image !== null)?.image ?? details.image,
		regions,
		failed: missing,
		lists,
	};
}

/** A brand's product in every region as of the last check, in the order of the regions. */
export async function storedRegions(
	knex: Knex,
	{ brand, sku }: { brand: Brand; sku: string },
): Promise<ProductInRegion[]> {
	const stored = await readStored(knex, { sku, source: brand });
	return [...stored].map(([region, check]) => fromCheck(region, check));
}

const NOT_ASKED: Lookup = { found: new Map(), failed: [] };

interface Lookup {
	found: ReadonlyMap<Region, QueriedProduct>;
	failed: readonly Region[];
}

/** The stored checks by region. A refurbished offer is used only where there is no new one. */
async function readStored(
	knex: Knex,
	product: { sku: string; region?: Region | undefined; source?: Brand },
): Promise<Map<Region, Stored>> {
	const { sku, region, source } = product;
	const found = await Product.withLastCheck(knex)
		.whereIn('sku', spellings(sku))
		.where({ state: 'read', ...(region && { region }), ...(source && { source }) });
	const exact = found.filter((row) => row.sku === sku);
	const rows = exact.length > 0 ? exact : found;
	const asNew = rows.filter(({ offer }) => offer === 'NEW');
	const inOrder = (asNew.length > 0 ? asNew : rows).sort(
		(a, b) => REGIONS.indexOf(a.region) - REGIONS.indexOf(b.region),
	);
	const watched = await watchedNow(knex, inOrder);
	return new Map(
		inOrder.map((row) => {
			const stored = { row, product: JSON.parse(row.snapshot as string) as ProductSnapshot };
			return [row.region, { ...stored, watched: watched.has(row.id) }];
		}),
	);
}

/** The IDs of the products that Dropwire itself checks regularly now; external monitors can report the others. */
async function watchedNow(knex: Knex, products: readonly Product[]): Promise<ReadonlySet<number>> {
	const batches: { id: number; checkedAt: number; intervalMs: number | null }[] = await knex('product_batches as m')
		.join('check_batches as b', 'b.id', 'm.batchId')
		.whereIn(
			'm.productId',
			products.map(({ id }) => id),
		)
		.select('m.productId as id', 'b.checkedAt', 'b.intervalMs');
	// The batch of a product is stored some seconds after its first check.
	const first = products.flatMap(({ id, reportedBy, checkedAt }) =>
		reportedBy === null ? [{ id, checkedAt, intervalMs: null }] : [],
	);
	const now = Date.now();
	const isCurrent = ({ checkedAt, intervalMs }: (typeof batches)[number]) =>
		now - checkedAt <= Math.max(GONE_AFTER.ms, GONE_AFTER.intervals * (intervalMs ?? 0));
	return new Set([...batches, ...first].filter(isCurrent).map(({ id }) => id));
}

/** The watch lists that have the SKU itself. */
async function listsOf(knex: Knex, sku: string): Promise<NonNullable<ProductCard['lists']>> {
	const rows = await WatchEntry.query(knex)
		.where({ skuHash: skuHash(sku) })
		.orderBy('list')
		.select('list', 'regions');
	return rows.map(({ list, regions }) => ({ list, regions: regions?.split(',') ?? null }));
}

/** Asks the shops; only the product's own, if a check has found it there. */
async function lookUp({ sources, products }: Shops, sku: string, known: Stored | undefined): Promise<Lookup> {
	const source = known?.row.source;
	const canAsk = sources.some((one) => one.find && (source === undefined || one.name === source));
	if (!canAsk || !isSku(sku) || known?.row.offer === 'REFURBISHED') return NOT_ASKED;
	return products.find(sku, source).catch(() => {
		if (known) return NOT_ASKED;
		throw noAnswer('in any region');
	});
}

function noAnswer(where: string): CallError {
	return new CallError('upstream_failed', `No shop answered ${where}. Try again in a minute.`);
}

/** What the entries say about the product itself, from the first region that says it. */
function detailsOf(entries: readonly ProductEntry[]) {
	const first = (of: (entry: ProductEntry) => string | undefined) => entries.map(of).find(Boolean) ?? null;
	return {
		title: first(({ title }) => title),
		subtitle: first(({ subtitle }) => subtitle),
		color: first(({ colorDescription }) => colorDescription),
		image: first(({ images }) => images[0]),
	};
}

function fromCheck(region: Region, { row, product, watched }: Stored): ProductInRegion {
	return {
		...stateOf(product),
		region,
		checkedAt: row.checkedAt,
		watched,
		blocked: row.blockedSince === null ? null : (row.blockedReason ?? 'unknown reason'),
	};
}

function fromAnswer(region: Region, { entry, snapshot }: LookedUp): ProductInRegion {
	const state = snapshot ? stateOf(snapshot) : stateOfEntry(entry);
	return { ...state, region, checkedAt: Date.now(), watched: false, blocked: null };
}

type State = Omit<ProductInRegion, 'region' | 'checkedAt' | 'watched' | 'blocked'>;

function stateOf(product: ProductSnapshot): State {
	const { status, price, launchAt, launchMethod, entriesUntil, available, state, sizes, evidence, url } = product;
	return {
		offer: offerOf(product.category),
		status,
		available,
		...(state && { state }),
		price,
		priceAt: product.priceAt ?? null,
		launchAt,
		launchMethod: launchMethod ?? null,
		entriesUntil: entriesUntil ?? null,
		sizes,
		evidence: evidence ?? null,
		url,
	};
}

/** Where the answer does not contain the product's state. An entry's price is in major units of the currency. */
function stateOfEntry({ price, currency, commerceStartDate }: ProductEntry): State {
	const minor = price === null ? 0 : Math.round(price * 10 ** minorDigits(currency));
	return {
		offer: 'NEW',
		status: null,
		available: null,
		priceAt: null,
		price: price === null ? null : { current: minor, full: minor, currency },
		launchAt: Date.parse(commerceStartDate) || null,
		launchMethod: null,
		entriesUntil: null,
		sizes: [],
		evidence: null,
		url: null,
	};
}
