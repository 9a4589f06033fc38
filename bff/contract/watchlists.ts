import { LIMITS } from '@dropwire/db/topics';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Sku, WatchListName, word } from './fields.ts';

/** The SKU manager: what the monitors watch. */
export const watchlistCalls = {
	skus: endpoint({
		method: 'GET',
		path: '/api/skus',
		who: 'admin',
		description: 'What is on a watch list, newest first, with the last look at it.',
		query: z.object({ type: WatchListName }),
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
		query: z.object({ action: word(['ADD', 'REMOVE']) }),
		body: z.object({
			sku: z
				.array(Sku)
				.min(1, 'must name a SKU')
				.max(LIMITS.skusPerCall, `must have at most ${LIMITS.skusPerCall} SKUs`),
			type: WatchListName,
		}),
		output: z.object({
			data: z.object({ type: z.string(), changed: z.array(z.string()), unchanged: z.array(z.string()) }),
		}),
	}),
};
