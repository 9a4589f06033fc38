import { operatorList, Subscription, WatchEntry, type Webhook } from '@dropwire/db';
import { LIMITS } from '@dropwire/db/topics';
import { forgetUnlisted, type NewWebhook, subscribeMany, webhookUrl } from '@dropwire/engine';
import type { WebhookRow } from '../../contract/bulk.ts';
import { type Call, type Handlers, trxOf } from '../http/call.ts';
import { CallError } from '../http/errors.ts';
import { addEntries, removeEntries } from '../watchlists/entries.ts';
import { resultOf } from './outcome.ts';
import { planSkus } from './skuPlan.ts';
import { planWebhooks, type WebhookPlan } from './webhookPlan.ts';

const CHUNK = 500;

/** A row of the export as the join has it. */
type ExportedRow = Omit<WebhookRow, 'action' | 'value'> & Pick<Webhook, 'urlSealed'> & { id: number };

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
			if (result.counts.unchanged < rows.length) call.changed({ target: 'bulk SKUs', after: result.counts });
		}
		return result;
	},

	exportWebhooks: async ({ input, knex, server }) => {
		// A plain join: of ten thousand rows, models would take most of the time.
		const query = knex('subscriptions as s')
			.join('webhooks as w', 'w.id', 's.webhookId')
			.join('topics as t', 't.id', 's.topicId')
			.where('s.list', 'like', 'topic:%')
			.orderBy(['s.topicId', 's.label'])
			.limit(LIMITS.list + 1);
		if (input.cursor) {
			const { topicId, label } = (await Subscription.query(knex).findById(input.cursor)) ?? movedOn();
			void query.where((rest) => {
				void rest
					.where('s.topicId', '>', topicId as number)
					.orWhere((group) => void group.where('s.topicId', topicId as number).where('s.label', '>', label as string));
			});
		}
		const columns = ['s.id', 't.brand', 't.category', 't.region', 't.status', 's.label', 'w.urlSealed'];
		const rows: ExportedRow[] = await query.select(columns);
		return paged(rows, ({ brand, category, region, status, label, urlSealed }) => ({
			action: 'SET',
			brand,
			category,
			region,
			status,
			label,
			value: webhookUrl(server.db.vault, { urlSealed }),
		}));
	},

	exportSkus: async ({ input, knex }) => {
		const query = WatchEntry.query(knex)
			.orderBy(['list', 'sku'])
			.limit(LIMITS.list + 1);
		if (input.cursor) {
			const { list, sku } = (await WatchEntry.query(knex).findById(input.cursor)) ?? movedOn();
			void query.where((rest) => {
				void rest.where('list', '>', list).orWhere((same) => void same.where({ list }).where('sku', '>', sku));
			});
		}
		return paged(await query, ({ list, sku, productLink }) => ({
			action: 'SET',
			type: list,
			sku,
			productLink: productLink ?? '',
		}));
	},
} satisfies Partial<Handlers>;

/** A page of rows that were read one longer than it is. */
function paged<Row extends { id: number }, Out>(rows: readonly Row[], present: (row: Row) => Out) {
	const page = rows.slice(0, LIMITS.list);
	return { rows: page.map(present), nextCursor: rows.length > LIMITS.list ? String(page.at(-1)?.id) : null };
}

/** The row that the next page begins after is gone: going on could leave something out. */
function movedOn(): never {
	throw new CallError('conflict', 'The lists changed while they were read. Begin again.');
}

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
