import type { Feature } from '../http/feature.ts';

/** Limit of results of each kind. */
const MAX_RESULTS = 8;

/** The server-side search of the command palette. */
export const findFeature = {
	handlers: {
		find: async ({ input: { q }, knex }) => {
			const like = `%${q.replace(/[|%_]/g, '|$&')}%`;
			const within = (column: string) => knex.raw(`lower(??) like lower(?) escape '|'`, [column, like]);
			const [skus, labels] = await Promise.all([
				knex('watch_entries').where(within('sku')).orderBy('sku').limit(MAX_RESULTS).select('sku', 'list'),
				knex('subscriptions as s')
					.join('topics as t', 't.id', 's.topicId')
					.where('s.list', 'like', 'topic:%')
					.where(within('s.label'))
					.orderBy('s.label')
					.limit(MAX_RESULTS)
					.select('s.label', 's.webhookId', 't.brand', 't.category', 't.region', 't.status'),
			]);
			return { skus, labels: labels.map((row) => ({ ...row, webhookId: String(row.webhookId) })) };
		},
	},
} satisfies Feature;
