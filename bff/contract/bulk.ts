import { LIMITS } from '@dropwire/db/topics';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Id, NextCursor } from './fields.ts';

/** A cell as a file may have it; each row is judged by itself, so that every bad one can be named. */
const Cell = z.string().max(4096).default('');
const WebhookRow = z.object({
	/**
	 * INSERT, UPDATE (which switches a webhook that is off on again), DELETE; SET adds or changes, and is what the export writes; UNSET removes what stands (with a
	 * `value`, only while that is it). The last two may be sent again: what is done already is unchanged.
	 */
	action: Cell,
	brand: Cell,
	category: Cell,
	region: Cell,
	status: Cell,
	label: Cell,
	value: Cell,
});
const SkuRow = z.object({
	/**
	 * ADD, REMOVE; SET adds it, or gives it another link, and is what the export writes; UNSET removes what stands (with a
	 * `productLink`, only while that is it). The last two may be sent again: what is done already is unchanged.
	 */
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
			/** Of what is changed or removed: the value that stood there, a webhook's masked. */
			before: z.string().optional(),
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
		...exported('/api/export/webhooks', 'Every webhook of every operator group, group by group', WebhookRow),
		whole: true,
	}),
	exportSkus: exported('/api/export/skus', 'Every entry of every watch list, list by list', SkuRow),
};

function exported<const P extends `/${string}`, R extends z.ZodObject>(path: P, what: string, row: R) {
	return endpoint({
		method: 'GET',
		path,
		who: 'admin',
		description: `${what}, by name within each, as rows that the bulk call takes back; a page of ${LIMITS.list} at a time.`,
		query: z.object({ cursor: Id.optional() }),
		output: z.object({ rows: z.array(row), nextCursor: NextCursor }),
		errors: ['conflict'],
	});
}
