import { LIMITS } from '@dropwire/db/topics';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** A cell as a file may have it; each row is judged by itself, so that every bad one can be named. */
const Cell = z.string().max(4096).default('');
const WebhookRow = z.object({
	/** INSERT, UPDATE, DELETE; SET adds or changes, and is what the export writes. */
	action: Cell,
	brand: Cell,
	category: Cell,
	region: Cell,
	status: Cell,
	label: Cell,
	value: Cell,
});
const SkuRow = z.object({
	/** ADD, REMOVE; SET is ADD where it is missing, and is what the export writes. */
	action: Cell,
	type: Cell,
	sku: Cell,
	productLink: Cell,
});
export type WebhookRow = z.output<typeof WebhookRow>;
export type SkuRow = z.output<typeof SkuRow>;

export const OUTCOMES = ['added', 'changed', 'removed', 'unchanged', 'refused'] as const;
const Result = z.object({
	/** Whether it was done; false for a dry run. */
	applied: z.boolean(),
	data: z.array(
		z.object({
			/** From 0, in the order of the request. */
			row: z.number().int(),
			outcome: z.enum(OUTCOMES),
			/** Why it is refused, by field. */
			problems: z.record(z.string(), z.string()).optional(),
		}),
	),
	counts: z.record(z.enum(OUTCOMES), z.number().int()),
});
export type BulkResult = z.infer<typeof Result>;

function bulk<const P extends `/${string}`, R extends z.ZodObject>(path: P, what: string, row: R) {
	return endpoint({
		method: 'POST',
		path,
		who: 'admin',
		description: `Up to ${LIMITS.list} rows of ${what} in one transaction. A dry run says row by row what would happen; one bad row and nothing lands.`,
		body: z.object({
			dryRun: z.boolean().default(false),
			rows: z.array(row).min(1, 'must have a row').max(LIMITS.list, `must have at most ${LIMITS.list} rows`),
		}),
		output: Result,
		largeBody: true,
		errors: ['conflict'],
	});
}

/** Many rows at once, in and out. */
export const bulkCalls = {
	bulkWebhooks: bulk('/api/bulk/webhooks', 'webhooks', WebhookRow),
	bulkSkus: bulk('/api/bulk/skus', 'watch lists', SkuRow),
	exportWebhooks: endpoint({
		method: 'GET',
		path: '/api/export/webhooks',
		who: 'admin',
		description:
			'Every webhook of every operator group, as rows that the bulk call takes back; a page of 10,000 at a time.',
		query: z.object({
			cursor: z
				.string()
				.trim()
				.regex(/^\d{1,15}$/, 'must be an id')
				.optional(),
		}),
		output: z.object({ rows: z.array(z.object(WebhookRow.shape)), nextCursor: z.string().nullable() }),
	}),
	exportSkus: endpoint({
		method: 'GET',
		path: '/api/export/skus',
		who: 'admin',
		description: 'Every entry of every watch list, as rows that the bulk call takes back; a page of 10,000 at a time.',
		query: z.object({
			cursor: z
				.string()
				.trim()
				.regex(/^\d{1,15}$/, 'must be an id')
				.optional(),
		}),
		output: z.object({ rows: z.array(z.object(SkuRow.shape)), nextCursor: z.string().nullable() }),
	}),
};
