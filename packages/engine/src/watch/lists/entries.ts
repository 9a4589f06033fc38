import { createHash } from 'node:crypto';
import { type Knex, lastCheck, Product, WatchEntry } from '@dropwire/db';
import {
	type Brand,
	type BrandEntry,
	BRANDS,
	chunks,
	isAtHost,
	isLinkOn,
	LINK_LISTS,
	listsOf,
	type Offer,
	productSkuOf,
} from '@dropwire/domain';
import { type ProductSnapshot, SOURCES } from '@dropwire/retailers';
import { forgetStates } from '../../catalogue/record.ts';
import { recordGaps } from '../../history/record.ts';

/** SKUs per statement. */
const CHUNK = 500;

/** An entry of a list by the SKU of its product. */
export interface ProductEntry {
	list: string;
	/** The product's SKU, also if the entry is a link. */
	sku: string;
	/** As in the database: `US,JP`; null for all. */
	regions: string | null;
	createdAt: number;
}

/**
 * The entries of these lists that are about one of these products, by their SKU or by a link. Entries that are SKUs are
 * found by their hash, those that are links by the SKUs of their products.
 * @param skus at most 500
 */
export async function entriesOf(
	knex: Knex,
	lists: readonly string[],
	skus: readonly string[],
): Promise<ProductEntry[]> {
	const withLinks = lists.filter((list) => LINK_LISTS.includes(list));
	const [own, linked] = await Promise.all([
		WatchEntry.query(knex)
			.whereIn('list', [...lists])
			.whereIn('skuHash', skus.map(skuHash))
			.select('list', 'sku', 'regions', 'createdAt'),
		withLinks.length === 0
			? []
			: WatchEntry.query(knex)
					.whereIn('list', withLinks)
					.whereIn('productSku', [...skus])
					.select('list', 'productSku as sku', 'regions', 'createdAt'),
	]);
	return [...own, ...linked];
}

/**
 * The key of watch list entries. It has a fixed length, and differs by letter case even if the database ignores case.
 */
export function skuHash(sku: string): string {
	return createHash('sha256').update(sku).digest('hex');
}

/** The SKU of an entry's product in `products`. A link that was stored before products had links gets it at its first reading. */
export function skuOf({ list, sku, productSku }: Pick<WatchEntry, 'list' | 'sku' | 'productSku'>): string {
	return productSku ?? productSkuOf(list, sku) ?? sku;
}

/** The link of an entry's product; null for an entry that is only a SKU. */
export function linkOf({ sku, productLink }: Pick<WatchEntry, 'sku' | 'productLink'>): string | null {
	return productLink ?? (/^https?:/i.test(sku) ? sku : null);
}

/**
 * Forgets the states of SKUs that were removed from a list and are on no other list of that list's sources (`forgetOwn`).
 * @param skus of the products; for an entry that is a link, `productSku`
 */
export async function forgetUnwatched(knex: Knex, list: string, skus: readonly string[]): Promise<void> {
	for (const { name, offer = 'NEW' } of SOURCES) {
		const lists = listsOf(name, offer);
		if (!lists.includes(list)) continue;
		for (const some of chunks(skus, CHUNK)) {
			const kept = new Set((await entriesOf(knex, lists, some)).map(({ sku }) => sku));
			const unlisted = some.filter((sku) => !kept.has(sku));
			await forgetOwn(knex, { source: name, offer }, unlisted);
		}
	}
}

/** Forgets the state of a product that has no watch any more and is on no list (`forgetOwn`). */
export async function forgetProduct(knex: Knex, brand: Brand, sku: string): Promise<void> {
	if ((await entriesOf(knex, listsOf(brand), [sku])).length > 0) return;
	await forgetOwn(knex, { source: brand, offer: 'NEW' }, [sku]);
}

/**
 * Deletes the states of products that nothing polls any more, so that a product that is polled again begins with a new
 * baseline. Their histories end with a gap, and the catalogue's states are unknown. Keeps what external monitors report,
 * region by region: their next report is compared with it.
 */
async function forgetOwn(knex: Knex, product: { source: Brand; offer: Offer }, skus: readonly string[]): Promise<void> {
	const own = () =>
		knex('products')
			.where(product)
			.whereIn('sku', [...skus]);
	await own().whereNull('reportedBy').delete();
	// They leave their batches with the times of their last checks.
	await own().update({ checkedAt: lastCheck(knex) });
	await knex('product_batches').whereIn('productId', own().select('id')).delete();
	await recordGaps(knex, product, skus, Date.now());
	if (product.offer === 'NEW') await forgetStates(knex, product.source, skus);
}

/**
 * The product pages of SKUs whose entries have no link: a link to the product on another list of the brand (HOT_JD holds
 * one for an entry of HOT_JDFNL), else the page that a check met. Two statements per 500 SKUs.
 * @param source the brand whose shop is asked; a link of another shop does not count
 * @returns the links by SKU. SKUs without a known link are missing
 */
export async function knownLinks(knex: Knex, source: Brand, skus: readonly string[]): Promise<Map<string, string>> {
	const links = new Map<string, string>();
	const lists = listsOf(source).filter((list) => LINK_LISTS.includes(list));
	for (const some of chunks(skus, CHUNK)) {
		const checked = await Product.query(knex)
			.where({ source, offer: 'NEW' })
			.whereIn('sku', some)
			.whereNotNull('snapshot')
			.select('sku', 'snapshot');
		for (const { sku, snapshot } of checked) {
			const { url } = JSON.parse(snapshot as string) as ProductSnapshot;
			if (url !== null && isPageOf(source, url, sku)) links.set(sku, url);
		}
		const listed = await WatchEntry.query(knex)
			.whereIn('list', lists)
			.whereIn('productSku', some)
			.select('list', 'productSku', 'sku');
		for (const { list, productSku, sku: link } of listed) {
			if (productSku !== null && isLinkOn(list, link)) links.set(productSku, link);
		}
	}
	return links;
}

/** Whether a link leads to the brand's shop and, if its links name their SKU, to this product. */
function isPageOf(source: Brand, link: string, sku: string): boolean {
	const { hosts = [], skuOfLink }: BrandEntry = BRANDS[source];
	return isAtHost(link, hosts) && (skuOfLink === undefined || skuOfLink(link) === sku);
}
