import { ADIDAS_LIST, HOT_LISTS, type HotMonitor, LIMITS, WATCH_LISTS } from '@dropwire/db/topics';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Sku, text, WatchListName, WebUrl, word } from './fields.ts';

const Action = word(['ADD', 'REMOVE']);
const Skus = z
	.array(Sku)
	.min(1, 'must name a SKU')
	.max(LIMITS.skusPerCall, `must have at most ${LIMITS.skusPerCall} SKUs`);
const Changed = z.object({
	data: z.object({ type: z.string(), changed: z.array(z.string()), unchanged: z.array(z.string()) }),
});

/** `monitor1` … as the calls name the hot SKU lists. */
const Hot = z
	.string()
	.trim()
	.toLowerCase()
	.pipe(
		z.enum(Object.keys(HOT_LISTS) as [HotMonitor, ...HotMonitor[]], {
			error: `must be one of ${Object.keys(HOT_LISTS).join(', ')}`,
		}),
	);
/** What an entry is depends on the list, so the handler looks closer. */
const HotBody = z.object({
	sku: z.union([text(LIMITS.url), z.array(text(LIMITS.sku)).min(1, 'must name a SKU').max(LIMITS.skusPerCall)]),
	productLink: WebUrl.optional(),
});
const HotChanged = z.object({
	data: z.object({
		type: z.string(),
		sku: z.union([z.string(), z.array(z.string())]),
		productLink: z.string().nullable(),
	}),
});

/** The SKU manager: what the monitors watch. */
export const watchlistCalls = {
	skus: endpoint({
		method: 'GET',
		path: '/api/skus',
		who: 'admin',
		description: 'What is on a watch list, newest first, with the last look at it.',
		query: z.object({ type: word([ADIDAS_LIST, ...Object.keys(WATCH_LISTS)]) }),
		output: z.object({
			data: z.array(
				z.object({
					sku: z.string(),
					title: z.string().nullable(),
					image: z.string().nullable(),
					addedAt: z.number(),
					/** The latest look in any region; null before the first. */
					checkedAt: z.number().nullable(),
					changedAt: z.number().nullable(),
					/** Regions that sell it now. */
					regions: z.array(z.string()),
					/** Regions where the retailer refuses to answer, each with its reason. */
					blocked: z.array(z.object({ region: z.string(), reason: z.string(), since: z.number() })),
				}),
			),
		}),
	}),
	skusChange: endpoint({
		method: 'POST',
		path: '/api/skus',
		who: 'admin',
		description: 'Adds SKUs to a watch list or removes them; says which stood already.',
		query: z.object({ action: Action }),
		body: z.object({ sku: Skus, type: WatchListName }),
		output: Changed,
	}),
	adidasSkusChange: endpoint({
		method: 'POST',
		path: '/api/adidasskus',
		who: 'admin',
		description: 'Adds SKUs to Adidas Hot #1 or removes them; says which stood already.',
		query: z.object({ action: Action }),
		body: z.object({ sku: Skus, type: word([ADIDAS_LIST]) }),
		output: Changed,
	}),
	hotSkus: endpoint({
		method: 'GET',
		path: '/api/hotskus',
		who: 'admin',
		description: 'What is on a hot SKU list, newest first, with the last look at it where a source can tell.',
		query: z.object({ type: Hot }),
		output: z.object({
			data: z.array(
				z.object({
					sku: z.string(),
					productLink: z.string().nullable(),
					addedAt: z.number(),
					/** As in `skus`; always null where no source tells of the list's entries. */
					checkedAt: z.number().nullable(),
					changedAt: z.number().nullable(),
				}),
			),
		}),
	}),
	hotSkuCreate: endpoint({
		method: 'POST',
		path: '/api/hotskucreate',
		who: 'admin',
		description: 'Puts a SKU, a list of SKUs or a product link on a hot SKU list.',
		query: z.object({ type: Hot }),
		body: HotBody,
		output: HotChanged,
		status: 201,
		errors: ['conflict'],
	}),
	hotSkuDelete: endpoint({
		method: 'DELETE',
		path: '/api/hotskudelete',
		who: 'admin',
		description: 'Takes a SKU, a list of SKUs or a product link off a hot SKU list.',
		query: z.object({ type: Hot }),
		body: HotBody,
		output: HotChanged,
		errors: ['not_found'],
	}),
};
