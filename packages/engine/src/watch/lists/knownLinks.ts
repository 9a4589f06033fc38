import { type Knex, Product, WatchEntry } from '@dropwire/db';
import { type Brand, type BrandEntry, BRANDS, chunks, isAtHost, isLinkOn, LINK_LISTS, listsOf } from '@dropwire/domain';
import type { ProductSnapshot } from '@dropwire/retailers';

/** SKUs per statement. */
const CHUNK = 500;

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
