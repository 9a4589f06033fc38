import type { CallInput, Contract, ListedWebhook, WebhookState } from '@dropwire/contract';
import { columnContains, columnEndsWith, type Knex, Webhook } from '@dropwire/db';
import { maskWebhook } from '@dropwire/domain';
import { readPage } from '../http/page.ts';
import { placesOf } from '../webhooks/places.ts';
import { presentState } from '../webhooks/present.ts';

/** The filters of the list, as the call has checked them. */
type Filter = Omit<CallInput<Contract['allWebhooks']>, 'state'> & { state?: WebhookState | undefined };

/** Outcomes of a last message that make a webhook a failing one. */
export const FAILED = ['failed', 'expired'];

const STATES: Readonly<Record<WebhookState, (query: Knex.QueryBuilder) => void>> = {
	FAILING: (query) => void query.where('w.active', true).whereIn('w.lastStatus', FAILED),
	OFF: (query) => void query.where('w.active', false),
	PAUSED: (query) => void query.whereExists((rows) => void subscriptionsOf(rows).where('s.paused', true)),
	NEVER_USED: (query) => void query.whereNull('w.lastStatus'),
};

/** A page of all webhooks, newest first. */
export async function listWebhooks(knex: Knex, { state, brand, region, q, cursor }: Filter, size: number) {
	const query = knex('webhooks as w').orderBy('w.id', 'desc').select('w.id');
	if (cursor) void query.where('w.id', '<', Number(cursor));
	if (state) STATES[state](query);
	if (brand || region) {
		void query.whereExists((rows) => {
			void subscriptionsOf(rows).join('topics as t', 't.id', 's.topicId');
			if (brand) void rows.where('t.brand', brand);
			if (region) void rows.where('t.region', region);
		});
	}
	if (q !== undefined) {
		void query.where((either) => {
			void either.whereExists((rows) => void subscriptionsOf(rows).where(columnContains(knex, 's.label', q)));
			void either.orWhere(columnEndsWith(knex, 'w.discordId', q));
		});
	}
	const page = await readPage<{ id: number }>(query, size);
	const ids = page.rows.map(({ id }) => id);
	const webhooks = await Webhook.query(knex).findByIds(ids).orderBy('id', 'desc');
	const [places, summaries] = [await placesOf(knex, webhooks, null), await summariesOf(knex, ids)];
	const data = webhooks.map((webhook): ListedWebhook => ({
		id: String(webhook.id),
		target: maskWebhook(webhook.discordId, webhook.threadId),
		...presentState(webhook, places),
		...summaries(webhook.id),
	}));
	return { data, nextCursor: page.nextCursor };
}

/** Makes a subquery read the subscriptions of the webhook `w`, as `s`. */
function subscriptionsOf(rows: Knex.QueryBuilder): Knex.QueryBuilder {
	return rows.from('subscriptions as s').whereRaw('?? = ??', ['s.webhookId', 'w.id']).select('s.id');
}

/** What the list says about the subscriptions of these webhooks, by the webhook's id. */
async function summariesOf(knex: Knex, ids: readonly number[]) {
	const rows: { webhookId: number; label: string | null; paused: boolean | number; brand: string | null }[] =
		await knex('subscriptions as s')
			.leftJoin('topics as t', 't.id', 's.topicId')
			.whereIn('s.webhookId', ids)
			.orderBy('s.id')
			.select('s.webhookId', 's.label', 's.paused', 't.brand');
	const byWebhook = Map.groupBy(rows, ({ webhookId }) => webhookId);
	return (webhookId: number) => {
		const own = byWebhook.get(webhookId) ?? [];
		return {
			label: own.find(({ label }) => label !== null)?.label ?? null,
			topics: own.filter(({ brand }) => brand !== null).length,
			brands: [...new Set(own.flatMap(({ brand }) => brand ?? []))],
			paused: own.some(({ paused }) => Boolean(paused)),
		};
	};
}
