import { isSkuOf, LIMITS, PRODUCT_BRANDS } from '@dropwire/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { NO_SKU_OF_BRAND, ObservedMs, Region, StoredSku, text, word } from './fields.ts';

export const MAX_MARKETS = 20;
const Market = z
	.string()
	.trim()
	.toUpperCase()
	.regex(/^[A-Z][A-Z0-9_]{1,31}$/, 'must have 2 to 32 letters, digits and _, a letter first');
const Currency = z
	.string()
	.trim()
	.toUpperCase()
	.regex(/^[A-Z]{3}$/, 'must be a currency code of three letters');
const Percent = z
	.number('must be a number')
	.min(0, 'must be from 0 to 100')
	.max(100, 'must be from 0 to 100')
	.multipleOf(0.001, 'must have at most three decimals');
const Minor = z
	.number('must be a whole number, in minor units')
	.int('must be a whole number, in minor units')
	.min(0, 'must not be negative')
	.max(1e12, 'must be at most 1000000000000');

/** What a market keeps of a sale. The bounds also apply to the setting `RESALE_FEES`. */
export const Fee = z.strictObject({
	market: Market,
	percent: Percent,
	/** Per sale, in minor units. */
	fixed: Minor,
	payment: Percent,
	/** In minor units. */
	shipping: Minor,
	currency: Currency,
	/** The day of which the fee is known. */
	asOf: z.iso.date('must be a day like 2026-11-01'),
	source: text(300),
});

const MinorPrice = Minor.nullable().default(null);

const MarketPrice = z
	.object({
		brand: word(PRODUCT_BRANDS),
		market: Market,
		sku: StoredSku,
		size: text(64),
		/** In minor units of the currency, as the others; null if there is none. */
		lowestAsk: MinorPrice,
		highestBid: MinorPrice,
		lastSale: MinorPrice,
		currency: Currency,
		/** A price that is not newer than the stored one is ignored. */
		observedAt: ObservedMs,
	})
	.refine(({ brand, sku }) => isSkuOf(brand, sku), NO_SKU_OF_BRAND)
	.refine(({ lowestAsk, highestBid, lastSale }) => [lowestAsk, highestBid, lastSale].some((price) => price !== null), {
		path: ['lowestAsk'],
		error: 'must be given, unless highestBid or lastSale is',
	});

const Offer = z.object({
	market: z.string(),
	currency: z.string(),
	lowestAsk: z.number().nullable(),
	highestBid: z.number().nullable(),
	lastSale: z.number().nullable(),
	at: z.number(),
	/** Of the price that `basis` names; null if there is none, or if the market's fixed fees are in another currency. */
	payout: z.number().nullable(),
	/** `ask` only where no market of the size has a bid. */
	basis: z.enum(['bid', 'ask']),
});

const Resale = z.object({
	/** The full price at the retailer; null if it is unknown. */
	retail: z.object({ amount: z.number(), currency: z.string(), region: z.string() }).nullable(),
	sizes: z.array(
		z.object({
			size: z.string(),
			offers: z.array(Offer),
			/** The highest payout of a price of the last seven days. */
			best: z
				.object({
					market: z.string(),
					payout: z.number(),
					/** Null where the retail price is unknown or in another currency. */
					profit: z.number().nullable(),
					/** Profit as a share of the retail price, with one decimal. */
					percent: z.number().nullable(),
				})
				.nullable(),
		}),
	),
	fees: z.array(Fee),
	providers: z.array(
		z.object({
			market: z.string(),
			state: z.enum(['ready', 'not_set', 'error']),
			detail: z.string(),
			/** The market's own search for the SKU; null if its pages are unknown. */
			searchUrl: z.string().nullable(),
		}),
	),
});
export type Resale = z.infer<typeof Resale>;

/** Prices of resale markets, and what a sale there pays. */
export const resaleCalls = {
	resale: endpoint({
		method: 'GET',
		path: '/api/resale',
		auth: { role: 'premium', bot: true },
		limits: { rate: 'images' },
		description:
			'What resale markets pay for a product by size, after their fees: prices of eBay and of external monitors. Amounts are in minor units.',
		query: z
			.object({ brand: word(PRODUCT_BRANDS), sku: StoredSku, region: Region.default('US') })
			.refine(({ brand, sku }) => isSkuOf(brand, sku), NO_SKU_OF_BRAND),
		output: z.object({ data: Resale }),
	}),
	marketPrices: endpoint({
		method: 'POST',
		path: '/api/markets',
		auth: { role: 'admin', via: 'token' },
		description:
			'Stores resale prices from an external monitor. Responds for each with whether it is newer than the stored one. One invalid price, and none is stored.',
		body: z
			.object({
				/** The monitor's name. With `everyMs`, the call is a heartbeat, also without prices. */
				monitor: text(LIMITS.monitor).optional(),
				/** How often the monitor calls, ms. After three missed calls it counts as silent. */
				everyMs: z.number().int().min(1000).max(86_400_000).optional(),
				prices: z.array(MarketPrice).max(LIMITS.skusPerCall, `must have at most ${LIMITS.skusPerCall} prices`),
			})
			.refine(({ monitor, everyMs }) => (monitor === undefined) === (everyMs === undefined), {
				path: ['monitor'],
				error: 'must be given together with everyMs',
			})
			.refine(({ monitor, prices }) => monitor !== undefined || prices.length > 0, {
				path: ['prices'],
				error: 'must have a price, unless monitor and everyMs are given',
			}),
		output: z.object({
			data: z.array(
				z.object({
					brand: z.string(),
					sku: z.string(),
					size: z.string(),
					market: z.string(),
					stored: z.boolean(),
				}),
			),
		}),
		status: 202,
	}),
};
