import { LIMITS, REGIONS } from '@dropwire/db/topics';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Health, Label, text, WebhookUrl, word } from './fields.ts';

/** `health` is an addition to the documented shape: a webhook that is off says so wherever it is listed. */
const Row = z.object({ label: z.string(), value: z.string(), health: Health });
export type OperatorWebhook = z.infer<typeof Row>;
const Group = z.object({ status: z.string(), webhooks: z.array(Row) });
const CustomSku = z.object({ sku: z.string() });

const Action = word(['INSERT', 'UPDATE', 'DELETE']);
const Data = z.object({ label: Label, value: WebhookUrl });
const Changed = z.object({ data: z.object({ label: z.string(), value: z.string() }) });

/** A query field with one possible value, which may be left out. */
function only<const V extends string>(value: V) {
	return word([value]).default(value);
}

/** Reading the groups of one brand; what differs between brands is the query. */
function list<const P extends `/${string}`, Q extends z.ZodObject>(path: P, what: string, query: Q) {
	return endpoint({
		method: 'GET',
		path,
		who: 'admin',
		shared: true,
		description: `The webhooks of ${what}, group by group.`,
		query,
		output: z.array(Group),
	});
}

/** Changing a row of a group of one brand; what differs is how the group is named. */
function change<const P extends `/${string}`, Q extends z.ZodObject, G extends z.ZodRawShape>(
	path: P,
	what: string,
	query: Q,
	group: G,
) {
	return endpoint({
		method: 'POST',
		path,
		who: 'admin',
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
const jdStatus = word(['NEW', 'CHANGE', 'RESTOCK']);

/** The operators' webhook groups: one mechanism for all brands, each with its own documented shape on the wire. */
export const operatorWebhookCalls = {
	nikeWebhooks: endpoint({
		method: 'GET',
		path: '/api/nikewebhooks',
		who: 'admin',
		shared: true,
		description:
			'The groups of a region and category; for refurbished SHOES in the US, and as region USCustom the list of SKUs.',
		query: nikeQuery,
		output: z.union([z.array(Group), z.array(CustomSku)]),
	}),
	nikeWebhooksChange: endpoint({
		method: 'POST',
		path: '/api/nikewebhooks',
		who: 'admin',
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
	hpWebhooksChange: change('/api/hpwebhooks', 'HP', hpQuery, { category: word(['LAPTOPS']) }),
	adidasWebhooks: list('/api/adidaswebhooks', 'Adidas', adidasQuery),
	adidasWebhooksChange: change('/api/adidaswebhooks', 'Adidas', adidasQuery, { status: word(['HOT1']) }),
	asicsWebhooks: list('/api/asicswebhooks', 'ASICS', asicsQuery),
	asicsWebhooksChange: change('/api/asicswebhooks', 'ASICS', asicsQuery, { status: word(['RESTOCK']) }),
	jdfnlWebhooks: list('/api/jdfnlwebhooks', 'JD Sports or Finish Line', z.object({ category: word(['JD', 'FNL']) })),
	jdfnlWebhooksChange: change(
		'/api/jdfnlwebhooks',
		'JD Sports, Finish Line, or both at once',
		z.object({ category: word(['JD', 'FNL', 'JDFNL']) }),
		{ status: jdStatus },
	),
	stockNumberWebhooks: endpoint({
		method: 'GET',
		path: '/api/stocknumberwebhooks',
		who: 'admin',
		shared: true,
		description: 'The webhooks that announcements can go to.',
		output: z.array(Row),
	}),
	stockNumberWebhooksChange: endpoint({
		method: 'POST',
		path: '/api/stocknumberwebhooks',
		who: 'admin',
		description: 'Adds, changes or removes a webhook for announcements; the label names the row.',
		body: z.object({ label: Label, value: WebhookUrl, action: word(['CREATE', 'UPDATE', 'DELETE']) }),
		output: Changed,
		status: [200, 201],
		errors: ['not_found', 'conflict'],
	}),
};

/** Nike's groups have two shapes: rows of webhooks, and for USCustom the SKUs. The groups, none for the other shape. */
export function webhookGroups(
	answer: z.output<typeof operatorWebhookCalls.nikeWebhooks.output>,
): z.output<typeof Group>[] {
	return answer.flatMap((item) => ('webhooks' in item ? [item] : []));
}
