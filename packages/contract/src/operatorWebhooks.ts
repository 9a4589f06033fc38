import { type Brand, groupStatuses, LIMITS, REGIONS } from '@dropwire/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Health, Label, Place, text, WebhookUrl, word } from './fields.ts';

/**
 * `id` (of the subscription), `webhookId`, `health` and `place` extend the documented shape with the webhook's page,
 * health and channel.
 */
const Row = z.object({
	id: z.string(),
	webhookId: z.string(),
	label: z.string(),
	value: z.string(),
	health: Health,
	place: Place,
});
export type OperatorWebhook = z.infer<typeof Row>;
const Group = z.object({ status: z.string(), webhooks: z.array(Row) });
const CustomSku = z.object({ sku: z.string() });

const Action = word(['INSERT', 'UPDATE', 'DELETE']);
const Data = z.object({ label: Label, value: WebhookUrl });
const Changed = z.object({ data: z.object({ label: z.string(), value: z.string() }) });

/** An optional query field with only one valid value. */
function only<const V extends string>(value: V) {
	return word([value]).default(value);
}

/** Declares a call that reads the groups of one brand. The query differs between brands. */
function list<const P extends `/${string}`, Q extends z.ZodObject>(path: P, what: string, query: Q) {
	return endpoint({
		method: 'GET',
		path,
		auth: { role: 'admin' },
		description: `The webhooks of ${what}, group by group.`,
		query,
		output: z.array(Group),
	});
}

/** Declares a call that changes a row in a group of one brand. The way to identify the group differs between brands. */
function change<const P extends `/${string}`, Q extends z.ZodObject, G extends z.ZodRawShape>(
	path: P,
	what: string,
	query: Q,
	group: G,
) {
	return endpoint({
		method: 'POST',
		path,
		auth: { role: 'admin' },
		description: `Adds a row to a group of ${what}, gives it another webhook, or removes it; the label names the row.`,
		query,
		body: z.object({ action: Action, ...group, data: Data }),
		output: Changed,
		status: [200, 201],
		errors: ['not_found', 'conflict'],
	});
}

const nikeQuery = z.object({
	region: word([...REGIONS, 'USCUSTOM']),
	category: word(['EQUIPMENT', 'SHOES', 'REFURBISHED']),
});
const hpQuery = z.object({ region: only('US') });
const adidasQuery = z.object({ region: only('US'), category: only('HOT1') });
const asicsQuery = z.object({ region: only('US'), category: only('SHOES') });
/** The status of a group, for a brand and category. */
function statusOf(brand: Brand, category: string) {
	return word(groupStatuses(brand, category));
}

/**
 * The operators' webhook groups. All brands use the same code, but each has a separate documented shape on the wire.
 */
export const operatorWebhookCalls = {
	nikeWebhooks: endpoint({
		method: 'GET',
		path: '/api/nikewebhooks',
		auth: { role: 'admin' },
		description:
			'The groups of a region and category; for refurbished SHOES in the US, and as region USCustom the list of SKUs.',
		query: nikeQuery,
		output: z.union([z.array(Group), z.array(CustomSku)]),
	}),
	nikeWebhooksChange: endpoint({
		method: 'POST',
		path: '/api/nikewebhooks',
		auth: { role: 'admin' },
		description:
			'Adds a row to a group, gives it another webhook, or removes it; the label names the row. In region USCustom status, label and value are the SKU.',
		query: nikeQuery,
		body: z.object({
			action: Action,
			status: text(LIMITS.sku).toUpperCase(),
			data: z.object({ label: Label, value: text(LIMITS.url) }),
		}),
		output: Changed,
		status: [200, 201],
		errors: ['not_found', 'conflict'],
	}),
	hpWebhooks: list('/api/hpwebhooks', 'HP', hpQuery),
	hpWebhooksChange: change('/api/hpwebhooks', 'HP', hpQuery, { category: statusOf('HP', 'LAPTOPS') }),
	adidasWebhooks: list('/api/adidaswebhooks', 'Adidas', adidasQuery),
	adidasWebhooksChange: change('/api/adidaswebhooks', 'Adidas', adidasQuery, { status: statusOf('ADIDAS', 'HOT1') }),
	asicsWebhooks: list('/api/asicswebhooks', 'ASICS', asicsQuery),
	asicsWebhooksChange: change('/api/asicswebhooks', 'ASICS', asicsQuery, { status: statusOf('ASICS', 'SHOES') }),
	jdfnlWebhooks: list('/api/jdfnlwebhooks', 'JD Sports or Finish Line', z.object({ category: word(['JD', 'FNL']) })),
	jdfnlWebhooksChange: change(
		'/api/jdfnlwebhooks',
		'JD Sports, Finish Line, or both at once',
		z.object({ category: word(['JD', 'FNL', 'JDFNL']) }),
		{ status: statusOf('JD', 'SHOES') },
	),
	stockNumberWebhooks: endpoint({
		method: 'GET',
		path: '/api/stocknumberwebhooks',
		auth: { role: 'admin' },
		description: 'The webhooks that announcements can go to.',
		output: z.array(Row),
	}),
	stockNumberWebhooksChange: endpoint({
		method: 'POST',
		path: '/api/stocknumberwebhooks',
		auth: { role: 'admin' },
		description: 'Adds, changes or removes a webhook for announcements; the label names the row.',
		body: z.object({ label: Label, value: WebhookUrl, action: word(['CREATE', 'UPDATE', 'DELETE']) }),
		output: Changed,
		status: [200, 201],
		errors: ['not_found', 'conflict'],
	}),
};
