import { EVIDENCE, isSkuOf, LIMITS, PRODUCT_BRANDS } from '@dropwire/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { NO_SKU_OF_BRAND, Region, StoredSku, text, word } from './fields.ts';

/** Degrees of a place on a map. */
const degrees = (max: number) =>
	z.number('must be a number').min(-max, `must be from -${max} to ${max}`).max(max, `must be from -${max} to ${max}`);

const StoreRow = z.object({
	source: word(PRODUCT_BRANDS),
	/** The shop's own id of the store, with which its stock is asked for. */
	id: text(64),
	name: text(200),
	city: text(100),
	postalCode: z.string().trim().max(20, 'must have at most 20 characters').default(''),
	country: z
		.string()
		.trim()
		.toUpperCase()
		.regex(/^[A-Z]{2}$/, 'must be a country code of two letters'),
	latitude: degrees(90),
	longitude: degrees(180),
});

const StoreStock = z.object({
	/** Nearest first. */
	stores: z.array(
		z.object({
			id: z.string(),
			name: z.string(),
			city: z.string(),
			postalCode: z.string(),
			/** From the nearest store of the place that was asked for; null if the store has no coordinates. */
			distanceKm: z.number().nullable(),
			/** The store on a map; null if it has no coordinates. */
			url: z.string().nullable(),
			/** Empty for a store that does not carry the product. A size that is missing is unknown. */
			sizes: z.array(
				z.object({
					size: z.string(),
					available: z.boolean(),
					level: z.enum(['HIGH', 'MEDIUM', 'LOW', 'OOS']).nullable(),
					count: z.number().nullable(),
				}),
			),
			checkedAt: z.number(),
		}),
	),
	/** Stores near the place that did not answer. */
	failed: z.array(z.object({ id: z.string(), name: z.string(), reason: z.string() })),
	evidence: z.enum(EVIDENCE),
	source: z.string(),
});
export type StoreStock = z.infer<typeof StoreStock>;

/** What shops' own stores have. */
export const storeCalls = {
	storeStock: endpoint({
		method: 'GET',
		path: '/api/storestock',
		auth: { role: 'premium', bot: true },
		limits: { rate: 'storeStock' },
		description:
			'What the stores of a shop near a city or postal code have of a product: up to 20 within 100 km of a store there. Null if the shop does not sell it in the region.',
		query: z
			.object({ brand: word(PRODUCT_BRANDS), sku: StoredSku, region: Region.default('US'), near: text(100) })
			.refine(({ brand, sku }) => isSkuOf(brand, sku), NO_SKU_OF_BRAND),
		output: z.object({ data: StoreStock.nullable() }),
		errors: ['not_found', 'upstream_failed'],
	}),
	bulkStores: endpoint({
		method: 'POST',
		path: '/api/bulk/stores',
		auth: { role: 'admin' },
		limits: { body: '16mb' },
		description: `Replaces the lists of stores of the sources that the rows name, up to ${LIMITS.list} stores, all or none. An empty list of a source in \`sources\` makes its shop's own list count again.`,
		body: z.object({
			rows: z.array(StoreRow).max(LIMITS.list, `must have at most ${LIMITS.list} rows`),
			/** Sources whose list is replaced also without rows. */
			sources: z.array(word(PRODUCT_BRANDS)).max(50, 'must have at most 50 sources').default([]),
		}),
		output: z.object({ data: z.array(z.object({ source: z.string(), before: z.number(), stores: z.number() })) }),
	}),
};
