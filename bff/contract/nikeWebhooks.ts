import { NIKE_GROUP_STATUSES } from '@dropwire/db/topics';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Health, Label, Region, WebhookUrl, word } from './fields.ts';

const Category = word(['EQUIPMENT', 'SHOES']);
const Row = z.object({ label: z.string(), value: z.string(), health: Health });
export type OperatorWebhook = z.infer<typeof Row>;

/** The operator's webhook groups for Nike: four per region and category. */
export const nikeWebhookCalls = {
	nikeWebhooks: endpoint({
		method: 'GET',
		path: '/api/nikewebhooks',
		who: 'admin',
		description: 'The groups ACTIVE, CLOSEOUT, HOLD and DISCOUNT of a region and category.',
		query: z.object({ region: Region, category: Category }),
		output: z.array(z.object({ status: z.enum(NIKE_GROUP_STATUSES), webhooks: z.array(Row) })),
	}),
	nikeWebhooksChange: endpoint({
		method: 'POST',
		path: '/api/nikewebhooks',
		who: 'admin',
		description: 'Adds a row to a group, gives it another webhook, or removes it; the label names the row.',
		query: z.object({ region: Region, category: Category }),
		body: z.object({
			action: word(['INSERT', 'UPDATE', 'DELETE']),
			status: word(NIKE_GROUP_STATUSES),
			data: z.object({ label: Label, value: WebhookUrl }),
		}),
		output: z.object({ data: z.object({ label: z.string(), value: z.string() }) }),
		status: [200, 201],
		errors: ['not_found', 'conflict'],
	}),
};
