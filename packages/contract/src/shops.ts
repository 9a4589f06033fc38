import { LINK_LISTS, SHOP_ADAPTERS, SHOP_REFUSAL_CODES, STOCK_STATES } from '@dropwire/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { WebUrl, word } from './fields.ts';

const ShopTest = z.object({
	/** The format in which the product was read; null if it was not. */
	adapter: z.enum(SHOP_ADAPTERS).nullable(),
	/** The shop's own SKU; null also if the shop has one per size. */
	sku: z.string().nullable(),
	title: z.string().nullable(),
	/** In the currency's minor unit; null if unknown. */
	price: z.object({ current: z.number().int(), full: z.number().int(), currency: z.string() }).nullable(),
	/** Null if unknown, here and for sizes. */
	available: z.boolean().nullable(),
	/** How it is sold, here and for sizes; only `in_stock` is available. */
	state: z.enum(STOCK_STATES),
	sizes: z.array(
		z.object({
			size: z.string(),
			available: z.boolean().nullable(),
			state: z.enum(STOCK_STATES),
			count: z.number().int().nullable(),
		}),
	),
	/** Why the link cannot be read as one product; null if it can. */
	refusal: z.object({ code: z.enum(SHOP_REFUSAL_CODES), message: z.string() }).nullable(),
});
export type ShopTest = z.infer<typeof ShopTest>;

/** Shops whose products are watched by their links. */
export const shopCalls = {
	shopTest: endpoint({
		method: 'POST',
		path: '/api/shoptest',
		auth: { role: 'admin' },
		effects: 'own',
		limits: { rate: 'tests' },
		description:
			'Fetches a product link once and reports what Dropwire reads there, or why it cannot. 400 means only that it is no link, or leads to a private address. Sends nothing. If a product is read and the link is on a list, its format is found again at the next check.',
		body: z.object({
			url: WebUrl,
			/** The list that the link is for. */
			type: word(LINK_LISTS).optional(),
		}),
		output: z.object({ data: ShopTest }),
		errors: ['unavailable'],
	}),
};
