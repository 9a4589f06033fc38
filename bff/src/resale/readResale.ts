import type { Resale } from '@dropwire/contract';
import { type Knex, Product } from '@dropwire/db';
import {
	type Brand,
	compareMarkets,
	EBAY,
	type MarketPrice,
	marketSearch,
	type Region,
	REGION_NAMES,
} from '@dropwire/domain';
import { type Ebay, type EbayAnswer, hasEbay, type ProductQuery, type ProductSnapshot } from '@dropwire/retailers';
import { storedSku } from '../skus/storedSkus.ts';
import type { Call, Server } from '../http/context.ts';

/** The most prices of monitors for one product: twenty markets with fifty sizes. */
const MAX_PRICES = 1000;

type Provider = Pick<Resale['providers'][number], 'state' | 'detail'>;

const REPORTED: Provider = { state: 'not_set', detail: 'Its prices come from external monitors.' };
const EBAY_NOT_SET: Provider = {
	state: 'not_set',
	detail: 'Without EBAY_CLIENT_ID and EBAY_CLIENT_SECRET, its prices come from external monitors.',
};

/** The prices of all markets by size, with what remains of them. A market that fails is named, and the others are there. */
export async function readResale(
	{ input, knex, server }: Call<'resale'>,
	{ products, ebay }: { products: ProductQuery; ebay: Ebay | null },
): Promise<Resale> {
	const { brand, region } = input;
	const sku = await storedSku(knex, brand, input.sku);
	const fees = server.settings.RESALE_FEES;
	const asked = ebay && hasEbay(region) ? ebay : null;
	const [reported, answer, product] = await Promise.all([
		reportedPrices(knex, brand, sku),
		asked?.find(region, sku) ?? null,
		retailProduct(knex, products, { brand, sku, region }, server.log),
	]);
	const price = product?.price ?? null;
	const retail = price && { amount: price.full, currency: price.currency };
	const prices = [...reported, ...ebayPrices(answer)];
	return {
		retail: retail && { ...retail, region },
		sizes: compareMarkets(prices, {
			fees,
			retail,
			labels: product?.sizes.map(({ size }) => size) ?? [],
			now: Date.now(),
		}),
		fees,
		providers: fees.map(({ market }) => ({
			market,
			...(market === EBAY ? ebayState(ebay, answer, region) : REPORTED),
			searchUrl: marketSearch(market, sku),
		})),
	};
}

function reportedPrices(knex: Knex, brand: Brand, sku: string): Promise<MarketPrice[]> {
	return knex('market_prices')
		.where({ brand, sku })
		.limit(MAX_PRICES)
		.select('market', 'size', 'currency', 'lowestAsk', 'highestBid', 'lastSale', 'observedAt as at');
}

function ebayPrices(answer: EbayAnswer | null): MarketPrice[] {
	if (answer === null || 'failed' in answer) return [];
	return answer.asks.map((ask) => ({ ...ask, market: EBAY, highestBid: null, lastSale: null, at: answer.at }));
}

function ebayState(ebay: Ebay | null, answer: EbayAnswer | null, region: Region): Provider {
	if (ebay === null) return EBAY_NOT_SET;
	if (answer === null) {
		return { state: 'not_set', detail: `eBay's interface has no marketplace in ${REGION_NAMES[region]}.` };
	}
	if ('failed' in answer) return { state: 'error', detail: `${answer.failed}.` };
	const { unsized } = answer;
	const others = unsized > 0 ? ` ${unsized} more ${unsized === 1 ? 'item names' : 'items name'} no size.` : '';
	return { state: 'ready', detail: `New items at a fixed price, read at most ten minutes ago.${others}` };
}

/** The product in the region: its last check, else what its shop answers now. Null if neither is known. */
async function retailProduct(
	knex: Knex,
	products: ProductQuery,
	{ brand, sku, region }: { brand: Brand; sku: string; region: Region },
	log: Server['log'],
): Promise<ProductSnapshot | null> {
	const row = await Product.query(knex).findOne({ source: brand, sku, region, offer: 'NEW', state: 'read' });
	if (row) return JSON.parse(row.snapshot as string) as ProductSnapshot;
	// Prices of markets do not need it: a shop that does not answer leaves the profit unknown.
	const asked = await products.find(sku, brand).catch((error: unknown) => {
		log.warn({ err: error, brand, sku }, 'could not ask a shop for the full price of a product');
		return null;
	});
	return asked?.found.get(region)?.snapshot ?? null;
}
