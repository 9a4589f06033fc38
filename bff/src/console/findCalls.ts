import type { Handlers } from '../http/call.ts';

/** So many of each kind; who looks for one types on. */
const MOST = 8;

/** What the command palette finds beyond what the page knows by itself. */
export const findHandlers = {
	find: async ({ input: { q }, knex }) => {
		const like = `%${q.replace(/[|%_]/g, '|$&')}%`;
		const within = (column: string) => knex.raw(`lower(??) like lower(?) escape '|'`, [column, like]);
		const [skus, labels] = await Promise.all([
			knex('watch_entries').where(within('sku')).orderBy('sku').limit(MOST).select('sku', 'list'),
			knex('subscriptions as s')
				.join('topics as t', 't.id', 's.topicId')
				.where('s.list', 'like', 'topic:%')
				.where(within('s.label'))
				.orderBy('s.label')
				.limit(MOST)
				.select('s.label', 't.brand', 't.category', 't.region', 't.status'),
		]);
		return { skus, labels };
	},
} satisfies Partial<Handlers>;
