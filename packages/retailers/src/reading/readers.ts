import { readFinishLineProduct } from '../formats/finishLine/product.ts';
import { readFinishLineSizes } from '../formats/finishLine/sizes.ts';
import type { FinishLineIds } from '../formats/finishLine/link.ts';
import { readHpPage } from '../formats/hp/page.ts';
import { readHpPrices } from '../formats/hp/prices.ts';
import { parsedJson } from '../formats/html/scripts.ts';
import { readNikePage } from '../formats/nike/page.ts';
import { readNikeWallPage } from '../formats/nike/wall.ts';
import { readSchemaOrgPage } from '../formats/schemaOrg/page.ts';
import { readSfccProduct, type SfccFacts } from '../formats/sfcc/product.ts';
import {
	readShopifyCurrency,
	readShopifyProduct,
	readShopifyProducts,
	type ShopifyFacts,
} from '../formats/shopify/product.ts';
import {
	readUcpOffers,
	readUcpProduct,
	readUcpProductId,
	readUcpProducts,
	type UcpFacts,
} from '../formats/ucp/catalogue.ts';
import { readUcpProfile } from '../formats/ucp/profile.ts';
import { storeApiIn } from '../formats/wooCommerce/page.ts';
import { readWooParent, readWooProduct, readWooVariations } from '../formats/wooCommerce/product.ts';
import { isAllowedByRobots } from '../fetching/robotsRules.ts';
import { readAdidasAvailability, readAdidasProduct } from '../sources/adidas/format.ts';
import { readFeedAnswers, readFeedEntry } from '../sources/nike/feedPage.ts';
import { wallOf } from '../formats/wallOf.ts';
import { textOf } from './textOf.ts';

/** Every reader by name: from an answer's text and facts that it does not contain to plain JSON, in any thread. */
export const READERS = {
	robots: isAllowedByRobots,
	wall: wallOf,
	schemaOrg: readSchemaOrgPage,
	nike: readNikePage,
	nikeWallPage: (html: string, facts: { site: string }) => readNikeWallPage(html, facts.site),
	nikeFeed: readFeedAnswers,
	nikeFeedEntry: readFeedEntry,
	adidasProduct: readAdidasProduct,
	adidasAvailability: readAdidasAvailability,
	hp: readHpPage,
	hpPrices: (text: string, facts: { currency: string }) => readHpPrices(parsedJson(text), facts.currency),
	sfcc: (text: string, facts: SfccFacts) => readSfccProduct(parsedJson(text), facts),
	finishLineSizes: (text: string, ids: FinishLineIds) => readFinishLineSizes(parsedJson(text), ids),
	finishLineProduct: (text: string, facts: Parameters<typeof readFinishLineProduct>[1]) =>
		readFinishLineProduct(parsedJson(text), facts),
	shopify: (text: string, facts: ShopifyFacts) => readShopifyProduct(parsedJson(text), facts),
	shopifyList: (text: string, facts: ShopifyFacts) => readShopifyProducts(parsedJson(text), facts),
	shopifyCurrency: (text: string) => readShopifyCurrency(parsedJson(text)),
	storeApi: storeApiIn,
	woo: (text: string, facts: { url: string }) => readWooProduct(parsedJson(text), facts),
	wooParent: (text: string) => readWooParent(parsedJson(text)),
	wooVariations: (text: string) => readWooVariations(parsedJson(text)),
	ucpProfile: (text: string) => readUcpProfile(parsedJson(text)),
	ucpProduct: (text: string, facts: UcpFacts) => readUcpProduct(parsedJson(text), facts),
	ucpProducts: (text: string, facts: UcpFacts) => readUcpProducts(parsedJson(text), facts),
	ucpOffers: (text: string) => readUcpOffers(parsedJson(text)),
	ucpProductId: (text: string, facts: { link: string }) => readUcpProductId(parsedJson(text), facts),
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
	facts: unknown;
}

/** Runs a task in this thread. */
export function runReader({ name, body, facts }: ReaderTask): unknown {
	const reader = READERS[name] as (text: string, facts: unknown) => unknown;
	return reader(textOf(body), facts);
}
