import { columnContains, columnEndsWith, type Knex, Webhook } from '@dropwire/db';
import { maskWebhook } from '@dropwire/domain';
import { suggestProducts } from '../catalogue/suggest.ts';
import type { Feature } from '../http/feature.ts';

/** Limit of results of each kind. */
const MAX_RESULTS = 8;
/** Digits from which a number is part of an id at Discord. */
const ID_DIGITS = /^\d{4,20}$/;

/** The server-side search of the command palette. */
export const findFeature = {
	handlers: {
		find: async ({ input: { q }, knex }) => {
			const [skus, labels, webhooks, people, servers, products] = await Promise.all([
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
				findWebhooks(knex, q),
				findPeople(knex, q),
				knex('guilds')
					.where((any) => {
						void any.where(columnContains(knex, 'name', q));
						if (ID_DIGITS.test(q)) void any.orWhere(columnContains(knex, 'guildId', q));
					})
					.orderBy('name')
					.limit(MAX_RESULTS)
					.select('guildId', 'name'),
				suggestProducts(knex, q, MAX_RESULTS),
			]);
			return {
				skus,
				labels: labels.map((row) => ({ ...row, webhookId: String(row.webhookId) })),
				webhooks,
				people,
				servers,
				products: products.map(({ brand, sku, title }) => ({ brand, sku, title })),
			};
		},
	},
} satisfies Feature;

async function findWebhooks(knex: Knex, q: string): Promise<{ id: string; target: string }[]> {
	if (!ID_DIGITS.test(q)) return [];
	const rows = await Webhook.query(knex)
		.where(columnEndsWith(knex, 'discordId', q))
		.orderBy('id')
		.limit(MAX_RESULTS);
	return rows.map(({ id, discordId, threadId }) => ({ id: String(id), target: maskWebhook(discordId, threadId) }));
}

async function findPeople(
	knex: Knex,
	q: string,
): Promise<{ discordId: string; username: string | null; plan: string | null }[]> {
	return knex('users as u')
		.leftJoin('accounts as a', 'a.discordId', 'u.discordId')
		.where((any) => {
			void any.where(columnContains(knex, 'a.username', q));
			if (ID_DIGITS.test(q)) void any.orWhere(columnContains(knex, 'u.discordId', q));
		})
		.orderBy('u.discordId')
		.limit(MAX_RESULTS)
		.select('u.discordId', 'a.username', 'u.plan');
}
