import { EVIDENCE, REGIONS } from '@dropwire/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { text } from './fields.ts';

const ProductCheck = z.object({
	sku: z.string(),
	/** The product's page; null for a source that reads by SKU. */
	link: z.string().nullable(),
	region: z.enum(REGIONS),
	/** How long the shop took, ms. */
	ms: z.number().int(),
	title: z.string().nullable(),
	/** In the currency's minor unit; null if unknown. */
	price: z.object({ current: z.number().int(), full: z.number().int(), currency: z.string() }).nullable(),
	/** Null if unknown, here and for sizes. */
	available: z.boolean().nullable(),
	/** The most precise statement about stock in the answer; null if nothing was read. */
	evidence: z.enum(EVIDENCE).nullable(),
	sizes: z.array(
		z.object({
			size: z.string(),
			available: z.boolean().nullable(),
			level: z.enum(['HIGH', 'MEDIUM', 'LOW', 'OOS']).nullable(),
			count: z.number().int().nullable(),
		}),
	),
	/** Why nothing was read; null if the product was read. */
	problem: z.string().nullable(),
});

const SourceCheck = z.object({
	/** `NIKE`, or `NIKE_REFURBISHED` for another offer. */
	source: z.string(),
	/** The address that is set for the shop; null for a source that reads any shop. */
	address: z.string().nullable(),
	/** What the format is known from. */
	knownFrom: z.enum(['recordings', 'documentation', 'code']),
	/** Empty if no product is known that the shop always sells. */
	products: z.array(ProductCheck),
});
export type SourceCheck = z.infer<typeof SourceCheck>;

/** Whether the formats hold at the shops. */
export const sourceCheckCalls = {
	sourceCheck: endpoint({
		method: 'POST',
		path: '/api/sourcecheck',
		auth: { role: 'admin' },
		effects: 'none',
		limits: { rate: 'tests' },
		description:
			'Asks each source, or one of them, for a product that its shop has sold for long. Reports what it reads, or why it reads nothing, and uses the address that is set. Takes at most 30 s. Stores and sends nothing.',
		body: z.object({ source: text(64).toUpperCase().optional() }),
		output: z.object({ data: z.array(SourceCheck) }),
	}),
};
