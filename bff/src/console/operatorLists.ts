import { BROADCAST_LIST, type Knex, Subscription, type TopicRow, type Webhook } from '@dropwire/db';
import { LIMITS } from '@dropwire/db/topics';
import type { Handlers } from '../http/call.ts';
import { presentOperatorWebhook } from '../webhooks/present.ts';

/** Operators' groups of a whole brand and category at once, and how many there are. */
export const operatorListHandlers = {
	operatorWebhooks: async ({ input: { brand, category, cursor }, knex, server }) => {
		const rows = await Subscription.query(knex)
			.where('list', 'like', 'topic:%')
			.whereIn('topicId', (topics) => void topics.from('topics').where({ brand, category }).select('id'))
			.where('subscriptions.id', '>', Number(cursor ?? 0))
			.withGraphFetched('[webhook, topic]')
			.orderBy('subscriptions.id')
			.limit(LIMITS.list + 1);
		const page = rows.slice(0, LIMITS.list);
		return {
			data: page.map((row) => {
				const { region, status } = row.topic as TopicRow;
				return { brand, category, region, status, ...presentOperatorWebhook(server.db.vault, row) };
			}),
			nextCursor: rows.length > LIMITS.list ? String(page.at(-1)?.id) : null,
		};
	},

	operatorCounts: async ({ knex }) => {
		const [groups, [broadcast]] = await Promise.all([
			counted(knex)
				.join('topics as t', 't.id', 's.topicId')
				.where('s.list', 'like', 'topic:%')
				.groupBy('t.brand', 't.category')
				.select('t.brand', 't.category'),
			counted(knex).where('s.list', BROADCAST_LIST),
		]);
		return {
			data: groups.map(({ brand, category, ...count }) => ({
				brand: String(brand),
				category: String(category),
				...present(count),
			})),
			broadcast: present(broadcast ?? {}),
		};
	},
} satisfies Partial<Handlers>;

const FAILS = ['w.active', 'w.lastStatus'] satisfies `w.${keyof Webhook}`[];

/** Webhooks of lists, and how many of them fail. */
function counted(knex: Knex): Knex.QueryBuilder<object, Record<string, unknown>[]> {
	return knex('subscriptions as s')
		.join('webhooks as w', 'w.id', 's.webhookId')
		.count({ webhooks: '*' })
		.sum({ failing: knex.raw(`case when ?? = 0 or ?? in ('failed', 'expired') then 1 else 0 end`, FAILS) });
}

function present({ webhooks, failing }: Record<string, unknown>): { webhooks: number; failing: number } {
	return { webhooks: Number(webhooks ?? 0), failing: Number(failing ?? 0) };
}
