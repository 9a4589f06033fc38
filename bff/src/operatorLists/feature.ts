import { AccessRequest, BROADCAST_LIST, type Knex, ProductRequest, type Webhook, type StoredRow } from '@dropwire/db';
import { loadOptions } from '@dropwire/engine';
import type { Feature } from '../http/feature.ts';
import { readPage } from '../http/page.ts';
import { type ListedWebhook, presentOperatorWebhook } from '../webhooks/present.ts';

type ListedRow = ListedWebhook &
	Pick<StoredRow<'subscriptions'>, 'id' | 'webhookId' | 'label' | 'options'> &
	Pick<StoredRow<'topics'>, 'region' | 'status'> &
	Pick<StoredRow<'webhooks'>, 'threadId'> & { guildName: string | null };

/** A page of the rows of a brand and category. `concat` is `operatorList`: a topic also has the rows of guilds. */
const ROWS = `select s.id, s.webhookId, t.region, t.status, s.label, s.options, w.threadId, w.urlSealed, w.active, w.offReason,
	w.lastStatus, w.lastReason, w.lastAt, w.pausedUntil, w.pausedAt, w.editsPausedUntil, w.pauseReason,
	w.guildId, w.channelId, w.channelName, w.name, g.name as guildName
	from topics t join subscriptions s on s.list = concat('topic:', t.id)
	join webhooks w on w.id = s.webhookId left join guilds g on g.guildId = w.guildId
	where t.brand = ? and t.category = ? and s.id > ? order by s.id limit ?`;

/** The webhooks of all operator groups of a brand and category, with their counts. */
export const operatorListsFeature = {
	handlers: {
		operatorWebhooks: async ({ input: { brand, category, cursor, limit }, server: { db } }) => {
			const after = Number(cursor ?? 0);
			const { rows, nextCursor } = await readPage(
				{ limit: (max) => db.read<ListedRow>(ROWS, [brand, category, after, max]) },
				limit,
			);
			return {
				data: rows.map((row) => {
					const { region, status } = row;
					const options = loadOptions(row, row);
					return { brand, category, region, status, options, ...presentOperatorWebhook(db.vault, row) };
				}),
				nextCursor,
			};
		},

		operatorCounts: async ({ knex }) => {
			const [groups, [broadcast], accessRequests, productRequests] = await Promise.all([
				counted(knex)
					.join('topics as t', 't.id', 's.topicId')
					.where('s.list', 'like', 'topic:%')
					.groupBy('t.brand', 't.category')
					.select('t.brand', 't.category'),
				counted(knex).where('s.list', BROADCAST_LIST),
				AccessRequest.query(knex).where({ status: 'open' }).resultSize(),
				ProductRequest.query(knex).where({ status: 'open' }).resultSize(),
			]);
			return {
				data: groups.map(({ brand, category, ...count }) => ({
					brand: String(brand),
					category: String(category),
					...present(count),
				})),
				broadcast: present(broadcast ?? {}),
				accessRequests,
				productRequests,
			};
		},
	},
} satisfies Feature;

const FAILS = ['w.active', 'w.lastStatus'] satisfies `w.${keyof Webhook}`[];

/** Webhooks of lists, with the number of failing ones. */
function counted(knex: Knex): Knex.QueryBuilder<object, Record<string, unknown>[]> {
	return knex('subscriptions as s')
		.join('webhooks as w', 'w.id', 's.webhookId')
		.count({ webhooks: '*' })
		.sum({ failing: knex.raw(`case when ?? = 0 or ?? in ('failed', 'expired') then 1 else 0 end`, FAILS) });
}

function present({ webhooks, failing }: Record<string, unknown>): { webhooks: number; failing: number } {
	return { webhooks: Number(webhooks ?? 0), failing: Number(failing ?? 0) };
}
