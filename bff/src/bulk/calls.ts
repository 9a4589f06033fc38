import { operatorList, Subscription, WatchEntry, type Webhook } from '@dropwire/db';
import { LIMITS } from '@dropwire/db/topics';
import { forgetUnlisted, type NewWebhook, subscribeMany, webhookUrl } from '@dropwire/engine';
import { type Call, type Handlers, trxOf } from '../http/call.ts';
import { addEntries, removeEntries } from '../watchlists/entries.ts';
import { resultOf } from './outcome.ts';
import { planSkus } from './skuPlan.ts';
import { planWebhooks, type WebhookPlan } from './webhookPlan.ts';

const CHUNK = 500;

/** Many rows in one transaction, and all rows to keep or to send back. */
export const bulkHandlers = {
	bulkWebhooks: async (call) => {
		const { dryRun, rows } = call.input;
		const { server } = call;
		const plan = await planWebhooks(call.knex, server.db.vault, server.settings.DISCORD_URL, rows);
		const result = resultOf(plan.outcomes, dryRun);
		if (!dryRun && plan.gone.length + plan.made.length > 0) {
			await applyWebhooks(call, plan);
			call.changed({ target: 'bulk webhooks', after: result.counts });
		}
		return result;
	},

	bulkSkus: async (call) => {
		const { dryRun, rows } = call.input;
		const plan = await planSkus(call.knex, rows);
		const result = resultOf(plan.outcomes, dryRun);
		if (!dryRun) {
			for (const [list, { added, removed }] of plan.lists) {
				if (removed.length > 0) await removeEntries(call, list, removed);
				if (added.length > 0) await addEntries(call, list, added);
			}
			if (result.counts.added + result.counts.removed > 0) call.changed({ target: 'bulk SKUs', after: result.counts });
		}
		return result;
	},

	exportWebhooks: async ({ input, knex, server }) => {
		const rows = await Subscription.query(knex)
			.where('list', 'like', 'topic:%')
			.where('subscriptions.id', '>', Number(input.cursor ?? 0))
			.withGraphFetched('[webhook, topic]')
			.orderBy('subscriptions.id')
			.limit(LIMITS.list + 1);
		const page = rows.slice(0, LIMITS.list);
		return {
			rows: page.map(({ label, webhook, topic }) => ({
				action: 'SET',
				brand: topic?.brand ?? '',
				category: topic?.category ?? '',
				region: topic?.region ?? '',
				status: topic?.status ?? '',
				label: label ?? '',
				value: webhookUrl(server.db.vault, webhook as Webhook),
			})),
			nextCursor: rows.length > LIMITS.list ? String(page.at(-1)?.id) : null,
		};
	},

	exportSkus: async ({ input, knex }) => {
		const rows = await WatchEntry.query(knex)
			.where('id', '>', Number(input.cursor ?? 0))
			.orderBy('id')
			.limit(LIMITS.list + 1);
		const page = rows.slice(0, LIMITS.list);
		return {
			rows: page.map(({ list, sku, productLink }) => ({
				action: 'SET',
				type: list,
				sku,
				productLink: productLink ?? '',
			})),
			nextCursor: rows.length > LIMITS.list ? String(page.at(-1)?.id) : null,
		};
	},
} satisfies Partial<Handlers>;

async function applyWebhooks(call: Call<'bulkWebhooks'>, { gone, made }: WebhookPlan): Promise<void> {
	const trx = trxOf(call);
	const left = new Set<number>();
	for (let at = 0; at < gone.length; at += CHUNK) {
		const ids = gone.slice(at, at + CHUNK).map(({ id }) => id);
		for (const { webhookId } of await Subscription.query(trx).findByIds(ids).select('webhookId')) left.add(webhookId);
		await Subscription.query(trx).findByIds(ids).delete();
	}
	await subscribeMany(
		trx,
		call.server.db.vault,
		made.map(({ topic, row }) => ({
			place: { list: operatorList(topic.id), topicId: topic.id, guildChannelId: null, label: row.label },
			webhook: row.webhook as NewWebhook,
			...(row.id !== undefined && { id: row.id }),
		})),
	);
	const unlisted = [...left];
	for (let at = 0; at < unlisted.length; at += CHUNK) await forgetUnlisted(trx, unlisted.slice(at, at + CHUNK));
}
