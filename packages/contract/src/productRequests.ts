import { LIMITS, SKU_LISTS } from '@dropwire/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Id, NextCursor, text, WebUrl } from './fields.ts';

/** Requests per page. */
const PAGE = 100;
const MAX_LISTS = Object.keys(SKU_LISTS).length;

const ProductRequest = z.object({
	id: z.string(),
	/** A SKU, or a product's link without fragment and tracking parameters. */
	sku: z.string(),
	/** `added`: it was put on a watch list. */
	status: z.enum(['open', 'added', 'declined']),
	/** Why it was declined; null without a reason. */
	reason: z.string().nullable(),
	/** When the caller asked. */
	createdAt: z.number(),
	decidedAt: z.number().nullable(),
});
export type ProductRequest = z.infer<typeof ProductRequest>;

const OpenProductRequest = z.object({
	id: z.string(),
	sku: z.string(),
	/** The product's page, if a person named it. */
	link: z.string().nullable(),
	/** The watch lists that it can be put on. */
	lists: z.array(z.string()),
	/** How many people asked for it. */
	people: z.number().int(),
	/** When the first of them did. */
	createdAt: z.number(),
});
export type OpenProductRequest = z.infer<typeof OpenProductRequest>;

/** Requests of clients for products to be watched. */
export const productRequestCalls = {
	ownProductRequests: endpoint({
		method: 'GET',
		path: '/api/productrequests/own',
		auth: { role: 'client' },
		description: `The caller's requests for products to be watched, the newest ${PAGE}. Decided ones are kept for 90 days.`,
		output: z.object({ data: z.array(ProductRequest) }),
	}),
	productRequestCreate: endpoint({
		method: 'POST',
		path: '/api/productrequests/create',
		auth: { role: 'client' },
		description:
			'Asks the operators to watch a SKU or the product of a link. 200 if the caller has asked already, or if it is on a watch list: `status` is then `added`, and nothing is stored.',
		body: z.object({ product: text(LIMITS.url) }),
		output: z.object({ data: ProductRequest.omit({ id: true }).extend({ id: z.string().nullable() }) }),
		status: [201, 200],
		errors: ['conflict'],
	}),
	productRequestWithdraw: endpoint({
		method: 'POST',
		path: '/api/productrequests/withdraw',
		auth: { role: 'client' },
		description: "Withdraws one of the caller's requests. Those of other people for the same product stay.",
		body: z.object({ id: Id }),
		output: z.object({ data: z.object({ id: z.string() }) }),
		errors: ['not_found'],
	}),
	productRequests: endpoint({
		method: 'GET',
		path: '/api/productrequests',
		auth: { role: 'admin' },
		description: `The open requests for products to be watched, those of most people first, then the newest, ${PAGE} a page.`,
		query: z.object({
			/** From an earlier answer. */
			cursor: z
				.string()
				.regex(/^\d{1,9}-\d{1,15}$/, 'must be the cursor of an earlier answer')
				.optional(),
		}),
		output: z.object({ data: z.array(OpenProductRequest), count: z.number().int(), nextCursor: NextCursor }),
	}),
	productRequestAdd: endpoint({
		method: 'POST',
		path: '/api/productrequests/add',
		auth: { role: 'admin' },
		description:
			'Puts the product of an open request on watch lists, or on none of them. The bot notifies everybody who asked. A product that is put on a list in any other way settles its request, too.',
		body: z.object({
			id: Id,
			/** Of the request's `lists`. */
			lists: z
				.array(text(LIMITS.sku))
				.min(1, 'must name a list')
				.max(MAX_LISTS, `must have at most ${MAX_LISTS} lists`),
			/** For lists whose entries have a product link. Default: the link that a person named. */
			productLink: WebUrl.optional(),
		}),
		output: z.object({
			data: z.object({ id: z.string(), sku: z.string(), lists: z.array(z.string()), people: z.number().int() }),
		}),
		errors: ['not_found', 'conflict'],
	}),
	productRequestDecline: endpoint({
		method: 'POST',
		path: '/api/productrequests/decline',
		auth: { role: 'admin' },
		description: 'Declines an open request. The bot notifies everybody who asked, with the reason.',
		body: z.object({
			id: Id,
			/** The people see it. */
			reason: text(LIMITS.decision).nullable().default(null),
		}),
		output: z.object({ data: z.object({ id: z.string(), sku: z.string(), people: z.number().int() }) }),
		errors: ['not_found'],
	}),
};
