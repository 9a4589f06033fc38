import { readFinishLineProduct } from '../formats/finishLine/product.ts';
import { readFinishLineSizes } from '../formats/finishLine/sizes.ts';
import { readHpPage } from '../formats/hp/page.ts';
import { readHpPrices } from '../formats/hp/prices.ts';
import { parsedJson } from '../formats/html/scripts.ts';
import { soldAsIn } from '../formats/html/soldAs.ts';
import { insteadOfJson } from '../formats/html/walls.ts';
import { readNikePage } from '../formats/nike/page.ts';
import { readNikeWallPage } from '../formats/nike/wall.ts';
import { readOpenGraphPage, readPageCurrency } from '../formats/openGraph/page.ts';
import type { ShopRefusal } from '../formats/reading.ts';
import { readSchemaOrgPage } from '../formats/schemaOrg/page.ts';
import { readSfccProduct } from '../formats/sfcc/product.ts';
import { readShopifyCurrency, readShopifyProduct, readShopifyProducts } from '../formats/shopify/product.ts';
import { readUcpOffers, readUcpProduct, readUcpProductId, readUcpProducts } from '../formats/ucp/catalogue.ts';
import { readUcpProfile } from '../formats/ucp/profile.ts';
import { storeApiIn } from '../formats/wooCommerce/page.ts';
import { readWooParent, readWooProduct, readWooVariations } from '../formats/wooCommerce/product.ts';
import { isAllowedByRobots } from '../formats/robots.ts';
import { readAdidasAvailability, readAdidasProduct } from '../formats/adidas/product.ts';
import { readFeedAnswers, readFeedEntry } from '../formats/nikeFeed/feedPage.ts';
import { wallOf } from '../formats/html/walls.ts';
import { textOf } from './textOf.ts';

/** A reader of JSON, for an answer's text: a page instead of it is refused. */
const json =
	<Facts, Result>(read: (value: unknown, facts: Facts) => Result) =>
	(text: string, facts: Facts): Result | ShopRefusal => {
		const value = parsedJson(text);
		return value === undefined
			? insteadOfJson(text, 'The shop answered with a page instead of JSON')
			: read(value, facts);
	};

/** Every reader by name: from an answer's text and facts that it does not contain to plain JSON, in any thread. */
export const READERS = {
	robots: isAllowedByRobots,
	wall: wallOf,
	soldAs: (html: string, { url }: { url: string }) => soldAsIn(html, url) ?? null,
	schemaOrg: readSchemaOrgPage,
	openGraph: readOpenGraphPage,
	pageCurrency: readPageCurrency,
	nike: readNikePage,
	nikeWallPage: (html: string, facts: { site: string }) => readNikeWallPage(html, facts.site),
	nikeFeed: readFeedAnswers,
	nikeFeedEntry: readFeedEntry,
	adidasProduct: readAdidasProduct,
	adidasAvailability: readAdidasAvailability,
	hp: readHpPage,
	hpPrices: json((value, facts: { currency: string }) => readHpPrices(value, facts.currency)),
	sfcc: json(readSfccProduct),
	finishLineSizes: json(readFinishLineSizes),
	finishLineProduct: json(readFinishLineProduct),
	shopify: json(readShopifyProduct),
	shopifyList: json(readShopifyProducts),
	shopifyCurrency: json(readShopifyCurrency),
	storeApi: storeApiIn,
	woo: json(readWooProduct),
	wooParent: json(readWooParent),
	wooVariations: json(readWooVariations),
	ucpProfile: json(readUcpProfile),
	ucpProduct: json(readUcpProduct),
	ucpProducts: json(readUcpProducts),
	ucpOffers: json(readUcpOffers),
	ucpProductId: json(readUcpProductId),
};

export type ReaderName = keyof typeof READERS;
/** Null for a reader that needs none. */
export type FactsOf<Name extends ReaderName> =
	Parameters<(typeof READERS)[Name]> extends [string, infer Facts] ? Facts : null;
export type ResultOf<Name extends ReaderName> = ReturnType<(typeof READERS)[Name]>;

/** What a worker gets. */
export interface ReaderTask {
	name: ReaderName;
	body: Uint8Array;
	/** The answer's Content-Type header. */
	contentType: string | null;
	facts: unknown;
}

/** Runs a task in this thread. */
export function runReader({ name, body, contentType, facts }: ReaderTask): unknown {
	const reader = READERS[name] as (text: string, facts: unknown) => unknown;
	return reader(textOf(body, contentType), facts);
}
