import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Sku } from './fields.ts';

/** Contract: "Product entry". */
const Entry = z.object({
	id: z.string(),
	title: z.string(),
	styleColor: z.string(),
	subtitle: z.string(),
	commerceStartDate: z.string(),
	price: z.number().nullable(),
	currency: z.string(),
	discounted: z.boolean(),
	isPromoExclusionMessage: z.boolean(),
	colorDescription: z.string(),
	slug: z.string(),
	descriptionHeading: z.string(),
	/** The retailer's HTML. Show it as text. */
	description: z.string(),
	images: z.array(z.string()),
});
export type ProductEntry = z.infer<typeof Entry>;
const Found = z.union([z.record(z.string(), Entry), z.literal('null')]);

const headers = { 'X-Regions-Failed': 'The regions that did not answer, separated by commas.' };

/** A product in every region. */
export const productCalls = {
	productQueryPremium: endpoint({
		method: 'GET',
		path: '/api/productquerypremium',
		auth: { role: 'premium' },
		limits: { rate: 'images' },
		description: 'A product in the 16 regions; those that did not answer are named in the header X-Regions-Failed.',
		headers,
		query: z.object({ sku: Sku }),
		output: z.object({ data: Found }),
		errors: ['upstream_failed'],
	}),
	productQuery: endpoint({
		method: 'GET',
		path: '/api/productquery',
		auth: { role: 'admin' },
		limits: { rate: 'images' },
		description: 'As /api/productquerypremium, without the envelope.',
		headers,
		query: z.object({ sku: Sku }),
		output: Found,
		errors: ['upstream_failed'],
	}),
};
