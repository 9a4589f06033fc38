import { columnContains } from '@dropwire/db';
import type { Feature } from '../http/feature.ts';

/** Limit of results of each kind. */
const MAX_RESULTS = 8;

/** The server-side search of the command palette. */
export const findFeature = {
	handlers: {
		find: async ({ input: { q }, knex }) => {
			const [skus, labels] = await Promise.all([
				knex('watch_entries')
					.where(columnContains(knex, 'sku', q))
					.orderBy('sku')
					.limit(MAX_RESULTS)
					.select('sku', 'list'),
				knex('subscriptions as s')
					.join('topics as t', 't.id', 's.topicId')
					.where('s.list', 'like', 'topic:%')
					.where(columnContains(knex, 's.label', q))
					.orderBy('s.label')
					.limit(MAX_RESULTS)
					.select('s.label', 's.webhookId', 't.brand', 't.category', 't.region', 't.status'),
			]);
			return { skus, labels: labels.map((row) => ({ ...row, webhookId: String(row.webhookId) })) };
		},
	},
} satisfies Feature;
