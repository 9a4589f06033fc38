import { BRAND_IDS, LIMITS, OFFER_IDS, OPTION_LIMITS, REGIONS } from '@dropwire/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Id, NextCursor, Snowflake } from './fields.ts';

/** A cell as it is in the file. The server checks each row separately, so the response can name every invalid row. */
const Cell = z.string().max(4096).default('');
const GroupCells = { brand: Cell, category: Cell, region: Cell, status: Cell };
const WebhookRow = z.object({
	/**
	 * INSERT, UPDATE (also switches a webhook back on), DELETE. SET adds or changes the row; UNSET removes it if it
	 * exists (with a `value`, only while the row has that value). SET and UNSET can be repeated: the second time
	 * changes nothing. Empty means SET in mode `set`.
	 */
	action: Cell,
	...GroupCells,
	label: Cell,
	value: Cell,
	/** Only with UPDATE: the URL that the caller has read. The row is rejected if somebody has changed it since. */
	before: z.string().max(4096).optional(),
	/** The subscription's options, as an object or as JSON. Empty leaves them as they are, `{}` clears them. */
	options: z
		.union([
			z.string().max(OPTION_LIMITS.json, `must have at most ${OPTION_LIMITS.json} characters`),
			z.record(z.string(), z.unknown()).transform((options) => JSON.stringify(options)),
		])
		.default(''),
});
const SkuRow = z.object({
	/**
	 * ADD, REMOVE. SET adds the SKU or changes its link; UNSET removes it if it is on the list (with a `productLink`,
	 * only while it has that link). SET and UNSET can be repeated. Empty means SET in mode `set`.
	 */
	action: Cell,
	type: Cell,
	sku: Cell,
	productLink: Cell,
	/**
	 * The only regions in which the entry is watched (`US,JP`), or `all` for every region in which somebody subscribes.
	 * Empty leaves them as they are.
	 */
	regions: Cell,
});
export type WebhookRow = z.output<typeof WebhookRow>;
export type SkuRow = z.output<typeof SkuRow>;

/** The columns that identify a group of webhooks and a list of SKUs. */
const WebhookGroup = z.object(GroupCells);
const SkuList = z.object({ type: Cell });

export const OUTCOMES = ['added', 'changed', 'removed', 'unchanged', 'refused'] as const;

/** `Round` in the domain's `rounds.ts`. */
const Round = z.object({
	source: z.enum(BRAND_IDS),
	offer: z.enum(OFFER_IDS),
	regions: z.array(z.enum(REGIONS)),
	added: z.number().int(),
	beforeMs: z.number(),
	afterMs: z.number(),
});

/**
 * The result of a bulk call, or in a dry run, the changes it would make. `pruned` has the rows that the request does
 * not contain.
 */
function resultOf<P extends z.ZodObject>(pruned: P) {
	return z.object({
		/** False for a dry run. */
		applied: z.boolean(),
		/** Identifies the changes that this dry run showed. Pass it when you apply the same request. */
		planId: z.string(),
		data: z.array(
			z.object({
				/** From 0, in the order of the request. */
				row: z.number().int(),
				outcome: z.enum(OUTCOMES),
				/** The previous value of a changed or removed row. Webhook URLs are masked. */
				before: z.string().optional(),
				/** Set if UNSET did not remove the row, because it has another value than the request: it is unchanged. */
				kept: z.literal(true).optional(),
				/** Why the row is rejected, by column. */
				problems: z.record(z.string(), z.string()).optional(),
				/** The earlier row that sets the same name to another value, which is why this one is rejected. */
				repeats: z.number().int().optional(),
			}),
		),
		/** Rows that `prune` removes. Webhook URLs are masked. */
		pruned: z.array(pruned),
		/** The number of rows in the request's groups or lists before the call. */
		current: z.number().int(),
		counts: z.record(z.enum(OUTCOMES), z.number().int()),
		/** For a dry run about SKUs: how long a round over each affected source takes before and after the changes. */
		rounds: z.array(Round).optional(),
	});
}

function bulk<const P extends `/${string}`, R extends z.ZodObject, G extends z.ZodObject, D extends z.ZodObject>(
	path: P,
	what: string,
	{ row, group, pruned }: { row: R; group: G; pruned: D },
) {
	return endpoint({
		method: 'POST',
		path,
		auth: { role: 'admin' },
		limits: { body: '16mb' },
		description: `Changes up to ${LIMITS.list} rows of ${what} in one transaction: all of them, or none if one row is refused. A dry run shows the result row by row, with a \`planId\`; a call with that id does what the dry run showed, or answers 409 if the data has changed. Webhooks can be swapped between rows. In mode \`set\` the rows describe the wanted state, and \`prune\` removes what the groups named by \`rows\` and \`groups\` have beyond it.`,
		body: z.object({
			dryRun: z.boolean().default(false),
			/** `rows`: actions take effect in order. `set`: each row can be named only once. */
			mode: z.enum(['rows', 'set'], { error: 'must be rows or set' }).default('rows'),
			/** Only in mode `set`. */
			prune: z.boolean().default(false),
			/** Only with `prune`: groups or lists to prune in addition to those that the rows name. */
			groups: z.array(group).max(LIMITS.list, `must have at most ${LIMITS.list} entries`).default([]),
			planId: z.string().max(64).optional(),
			rows: z.array(row).max(LIMITS.list, `must have at most ${LIMITS.list} rows`),
		}),
		output: resultOf(pruned),
		errors: ['conflict'],
	});
}

/** Imports and exports many rows. */
export const bulkCalls = {
	bulkWebhooks: bulk('/api/bulk/webhooks', 'webhooks', {
		row: WebhookRow,
		group: WebhookGroup,
		pruned: WebhookGroup.extend({ label: z.string(), value: z.string() }),
	}),
	bulkSkus: bulk('/api/bulk/skus', 'watch lists', {
		row: SkuRow,
		group: SkuList,
		pruned: SkuList.extend({ sku: z.string(), productLink: z.string(), regions: z.string() }),
	}),
	exportWebhooks: endpoint({
		...exported(
			'/api/export/webhooks',
			"Every webhook of every operator group, group by group, or with `guildId` a server's own rows for whoever manages it",
			WebhookRow.omit({ before: true }),
		),
		auth: { role: 'client', scope: 'write' },
		query: z.object({ cursor: Id.optional(), guildId: Snowflake.optional() }),
		errors: ['conflict', 'forbidden'],
	}),
	exportSkus: exported('/api/export/skus', 'Every entry of every watch list, list by list', SkuRow),
};

type Result = z.infer<typeof bulkCalls.bulkWebhooks.output>;
/** The common part of both bulk calls' results. `pruned` also has the columns that identify the row. */
export type BulkResult = Omit<Result, 'pruned'> & {
	pruned: readonly Readonly<Record<string, string>>[];
};

function exported<const P extends `/${string}`, R extends z.ZodObject>(path: P, what: string, row: R) {
	return endpoint({
		method: 'GET',
		path,
		auth: { role: 'admin' },
		description: `${what}, ordered by name, as rows that the bulk call accepts; ${LIMITS.list} per page.`,
		query: z.object({ cursor: Id.optional() }),
		output: z.object({ rows: z.array(row), nextCursor: NextCursor }),
		errors: ['conflict'],
	});
}
