import { BROADCAST_LIST, type Knex, Subscription, type Webhook } from '@dropwire/db';
import { LIMITS } from '@dropwire/db/topics';
import { hashOf, maskWebhook, subscribeMany, unsubscribe, webhookUrl } from '@dropwire/engine';
import { type Handlers, trxOf } from '../http/call.ts';
import { CallError } from '../http/errors.ts';
import { webhookAddress } from './address.ts';

const PLACE = { list: BROADCAST_LIST, topicId: null, guildChannelId: null, label: null };

/** The broadcast list, which is read and written as a whole. */
export const broadcastHandlers = {
	webhooks: async ({ knex, server }) => {
		const rows = await standing(knex);
		return rows.map((row) => webhookUrl(server.db.vault, row.webhook as Webhook));
	},

	webhooksReplace: async (call) => {
		const { vault } = call.server.db;
		const wanted = new Map<string, { id: string; token: string; url: string }>();
		for (const [index, url] of call.input.body.entries()) {
			const webhook = webhookAddress(call.server, String(index), url);
			const hash = hashOf(vault, webhook);
			if (wanted.has(hash)) {
				throw new CallError('conflict', `${maskWebhook(webhook.id)} stands twice in the list.`, {
					[index]: 'stands twice in the list',
				});
			}
			wanted.set(hash, webhook);
		}
		const before = await standing(call.knex);
		const there = new Set(before.map((row) => row.webhook?.urlHash));
		const removed = before.filter((row) => !wanted.has(row.webhook?.urlHash ?? ''));
		const added = [...wanted].filter(([hash]) => !there.has(hash)).map(([, webhook]) => webhook);
		await unsubscribe(
			trxOf(call),
			removed.map((row) => row.id),
		);
		await subscribeMany(
			trxOf(call),
			vault,
			added.map((webhook) => ({ place: PLACE, webhook })),
		);
		if (removed.length + added.length > 0) {
			call.changed({
				target: 'broadcast list',
				before: { removed: removed.map((row) => maskWebhook(row.webhook?.discordId ?? '')) },
				after: { added: added.map(({ id }) => maskWebhook(id)) },
			});
		}
		const rows = await standing(call.knex);
		return { data: rows.map((row) => webhookUrl(vault, row.webhook as Webhook)) };
	},
} satisfies Partial<Handlers>;

async function standing(knex: Knex): Promise<Subscription[]> {
	return Subscription.query(knex)
		.where({ list: BROADCAST_LIST })
		.withGraphFetched('webhook')
		.orderBy('subscriptions.id')
		.limit(LIMITS.list);
}
