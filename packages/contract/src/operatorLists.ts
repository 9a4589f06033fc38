import { BRAND_IDS, LIMITS } from '@dropwire/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Health, Id, NextCursor, Place, queryNumber, text, TopicKey, word } from './fields.ts';
import { SavedOptions } from './subscriptionOptions.ts';

const OperatorRow = z.object({
	/** The subscription's id. */
	id: z.string(),
	webhookId: z.string(),
	...TopicKey,
	label: z.string(),
	value: z.string(),
	options: SavedOptions,
	health: Health,
	place: Place,
});
export type OperatorRow = z.infer<typeof OperatorRow>;

const Count = z.object({ webhooks: z.number().int(), failing: z.number().int() });

/** The webhooks of all operator groups of a brand and category, with their counts. */
export const operatorListCalls = {
	operatorWebhooks: endpoint({
		method: 'GET',
		path: '/api/operatorwebhooks',
		auth: { role: 'admin' },
		description: 'The webhooks of all groups of a brand and category, a page of 10,000 at a time, or of `limit`.',
		query: z.object({
			brand: word(BRAND_IDS),
			category: text(16).toUpperCase(),
			cursor: Id.optional(),
			limit: queryNumber(1, LIMITS.list).default(LIMITS.list),
		}),
		output: z.object({ data: z.array(OperatorRow), nextCursor: NextCursor }),
	}),
	operatorCounts: endpoint({
		method: 'GET',
		path: '/api/operatorcounts',
		auth: { role: 'admin' },
		cache: 'everyone',
		description:
			'How many webhooks the groups of each brand and category have, and the broadcast list, and how many of them fail; and how many requests for access and for products are open.',
		output: z.object({
			data: z.array(Count.extend({ brand: z.string(), category: z.string() })),
			broadcast: Count,
			/** The number of open requests for access. */
			accessRequests: z.number().int(),
			/** The number of open requests for products to be watched. */
			productRequests: z.number().int(),
		}),
	}),
};
