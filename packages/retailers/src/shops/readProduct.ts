import type { Brand, ShopAdapter } from '@dropwire/domain';
import { isRefused, refuse, type ShopRefusal } from '../formats/reading.ts';
import type { Adapter, ReadProduct } from './adapter.ts';
import { finishLine, hp, nike, sfcc } from './brandShops.ts';
import { openGraph, schemaOrg, shopify, wooCommerce } from './publicShops.ts';
import { ucp } from './ucpShop.ts';
import { withinLink } from './identity.ts';
import type { Visit } from './visit.ts';

/** The adapter of each format. */
const ADAPTERS: Record<ShopAdapter, Adapter> = {
	schemaOrg,
	openGraph,
	shopify,
	wooCommerce,
	ucp,
	finishLine,
	sfcc,
	hp,
	nike,
};

/** The formats in which each brand's shop is read, the most precise first. */
const FORMATS: Partial<Record<Brand, readonly ShopAdapter[]>> = {
	NIKE: ['nike', 'schemaOrg'],
	ASICS: ['schemaOrg'],
	ADIDAS: ['schemaOrg'],
	HP: ['hp', 'schemaOrg'],
	NEWBALANCE: ['sfcc', 'schemaOrg'],
	JD: ['finishLine'],
	FNL: ['finishLine'],
};
/** The formats of any other shop. */
const ANY_SHOP: readonly ShopAdapter[] = ['ucp', 'shopify', 'wooCommerce', 'schemaOrg', 'openGraph'];

/**
 * Reads the product of a link.
 * @param brand whose shop it is; null for any other shop
 * @param known the format in which it was read before: no other is tried, because it could make weaker statements
 */
export async function readProduct(
	link: string,
	{ brand, known }: { brand: Brand | null; known: ShopAdapter | null },
	visit: Visit,
): Promise<ReadProduct | ShopRefusal> {
	const formats = known ? [known] : ((brand && FORMATS[brand]) ?? ANY_SHOP);
	let withoutData: ShopRefusal | null = null;
	for (const adapter of formats) {
		const reading = await ADAPTERS[adapter](link, visit);
		if (!reading) continue;
		const found = withinLink(reading, link);
		if (!isRefused(found)) return { adapter, reading: found };
		if (!found.noData) return found;
		withoutData = found;
	}
	if (withoutData) return withoutData;
	// A product that no longer exists has no answers in its format either.
	const page = await visit.page(link);
	if (isRefused(page)) return page;
	return refuse('unreadable', `The shop no longer answers in the format ${formats.join(' or ')}`);
}
