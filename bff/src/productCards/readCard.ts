import { type Knex, Product, WatchEntry } from '@dropwire/db';
import {
	type Brand,
	isSku,
	minorDigits,
	offerOf,
	PRODUCT_BRANDS,
	type Region,
	REGIONS,
	sellsOtherBrands,
	skuProblem,
	spellings,
} from '@dropwire/domain';
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
import { knownSku } from '../skus/storedSkus.ts';

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
 * The card of a brand's product: in each region the last check of the monitors if it is recent, else the retailer's current
 * answer, else the last check however old it is.
 * @param withLists adds the watch lists that have the SKU
 * @returns null if no region has the product
 * @throws CallError 502 if that is unknown because shops did not answer
 */
export async function readCard(
	call: Call<'product' | 'productCard'>,
	shops: Shops,
	withLists: boolean,
): Promise<ProductCard | null> {
	const { sku: typed, brand, region } = call.input;
	const isWanted = (one: Region) => region === undefined || one === region;
	const askable = shops.sources.flatMap((one) => (one.find ? [one.name] : []));
	const spelled = await knownSku(call.knex, typed, brand);
	const known = await readStored(call.knex, { sku: spelled ?? typed, region, brand }, askable);
	const [any] = known.values();
	const sku = any?.row.sku ?? spelled ?? typed.toUpperCase();
	const lists = withLists ? await listsOf(call.knex, sku) : null;
	const isRecent = ({ row }: Stored) => row.blockedSince === null && row.checkedAt > Date.now() - RECENT_MS;
	const asked = whomToAsk(askable, sku, brand, any);
	const isTheirs = any === undefined || any.row.source === asked;
	const isComplete = region !== undefined && isTheirs && any !== undefined && isRecent(any);
	const answer = asked === null || isComplete ? NOT_ASKED : await lookUp(shops, sku, asked, any !== undefined);
	const isAnswered = isTheirs || [...answer.found.keys()].some(isWanted);
	const stored: typeof known = isTheirs || !isAnswered ? known : new Map();
	const { found, failed } = isAnswered ? answer : NOT_ASKED;
	const regions = REGIONS.filter(isWanted).flatMap((one) => {
		const [check, current] = [stored.get(one), found.get(one)];
		if (check && (isRecent(check) || !current?.snapshot)) return [fromCheck(one, check)];
		return current ? [fromAnswer(one, current)] : [];
	});
	const missing = failed.filter((one) => isWanted(one) && !stored.has(one));
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
	const stored = await readStored(knex, { sku, brand });
	return [...stored].map(([region, check]) => fromCheck(region, check));
}

const NOT_ASKED: Lookup = { found: new Map(), failed: [] };

interface Lookup {
	found: ReadonlyMap<Region, QueriedProduct>;
	failed: readonly Region[];
}

/**
 * The stored checks of one brand by region. A refurbished offer is used only where there is no new one.
 * @param askable the brands whose shops can be asked: of several brands with the SKU, one of them comes first
 */
async function readStored(
	knex: Knex,
	product: { sku: string; region?: Region | undefined; brand?: Brand | undefined },
	askable: readonly Brand[] = [],
): Promise<Map<Region, Stored>> {
	const { sku, region, brand } = product;
	const found = await Product.withLastCheck(knex)
		.whereIn('sku', spellings(sku))
		.where({ state: 'read', ...(region && { region }), ...(brand && { source: brand }) });
	const exact = found.filter((row) => row.sku === sku);
	const rows = exact.length > 0 ? exact : found;
	const asNew = rows.filter(({ offer }) => offer === 'NEW');
	const byBrand = Map.groupBy(asNew.length > 0 ? asNew : rows, ({ source }) => source);
	const rank = (one: Brand) => PRODUCT_BRANDS.indexOf(one);
	const canAsk = (one: Brand) => askable.includes(one);
	const [own] = [...byBrand].sort(
		([a, ofA], [b, ofB]) => Number(canAsk(b)) - Number(canAsk(a)) || ofB.length - ofA.length || rank(a) - rank(b),
	);
	const inOrder = (own?.[1] ?? []).sort((a, b) => REGIONS.indexOf(a.region) - REGIONS.indexOf(b.region));
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

/**
 * The brand whose shop is asked: the named one, else that of the stored checks. A retailer that cannot be asked may sell
 * another brand's product under its SKU: that brand is asked.
 */
function whomToAsk(
	askable: readonly Brand[],
	sku: string,
	named: Brand | undefined,
	known: Stored | undefined,
): Brand | 'any' | null {
	if (!isSku(sku) || known?.row.offer === 'REFURBISHED') return null;
	const brand = named ?? known?.row.source;
	if (brand === undefined) return askable.length > 0 ? 'any' : null;
	if (askable.includes(brand)) return brand;
	if (named !== undefined || !sellsOtherBrands(brand)) return null;
	return askable.find((one) => skuProblem(one, sku) === null) ?? null;
}

async function lookUp({ products }: Shops, sku: string, asked: Brand | 'any', hasChecks: boolean): Promise<Lookup> {
	return products.find(sku, asked === 'any' ? undefined : asked).catch(() => {
		if (hasChecks) return NOT_ASKED;
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
