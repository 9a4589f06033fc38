import { columnContains, columnEndsWith, EventRow, type Knex, Webhook } from '@dropwire/db';
import { maskWebhook } from '@dropwire/domain';
import type { Feature } from '../http/feature.ts';

/** Limit of results of each kind. */
const MAX_RESULTS = 8;
/** The newest events whose titles are searched: a product's title is part of its stored state, which has no index. */
const MAX_EVENTS = 1000;
/** Those of them that are read: a text can be part of each event without being in its title. */
const MAX_READ = 200;
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
				findProducts(knex, q),
			]);
			return {
				skus,
				labels: labels.map((row) => ({ ...row, webhookId: String(row.webhookId) })),
				webhooks,
				people,
				servers,
				products,
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

/** Products that changed lately, by their titles, those that changed last first. */
async function findProducts(knex: Knex, q: string): Promise<{ sku: string; title: string }[]> {
	const newest = await EventRow.query(knex).orderBy('id', 'desc').limit(1).first().select('id');
	if (!newest) return [];
	const rows: { sku: string; after: string }[] = await EventRow.query(knex)
		.whereBetween('id', [newest.id - MAX_EVENTS + 1, newest.id])
		.whereNotNull('after')
		.where(columnContains(knex, 'after', q))
		.orderBy('id', 'desc')
		.limit(MAX_READ)
		.select('sku', 'after')
		.toKnexQuery();
	const found = new Map<string, string>();
	for (const { sku, after } of rows) {
		const { title } = JSON.parse(after) as { title: string };
		if (found.size < MAX_RESULTS && !found.has(sku) && title.toLowerCase().includes(q.toLowerCase()))
			found.set(sku, title);
	}
	return [...found].map(([sku, title]) => ({ sku, title }));
}
