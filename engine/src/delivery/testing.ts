import { Delivery } from '@dropwire/db';
import type { WebhookWithUrl } from '@dropwire/sandbox';
import { afterEach } from 'vitest';
import { aSnapshot, openStage, type Stage, until } from '../testing.ts';
import { queueEvent } from './outbox.ts';

/** What tests of deliveries have at hand; each test opens a stage of its own, which is closed after it. */
export function useDeliveries() {
	let stage: Stage;
	afterEach(() => stage.close());
	return {
		get stage() {
			return stage;
		},

		/** A stage with so many subscribed webhooks, each in a channel of its own. */
		async withWebhooks(count: number, limits?: Parameters<typeof openStage>[0]): Promise<WebhookWithUrl[]> {
			stage = await openStage(limits);
			const webhooks = await stage.sandbox.control.createWebhooks({ count, ownChannels: true });
			await stage.subscribeAll(webhooks);
			return webhooks;
		},

		/** An event whose message is told apart by its title. */
		tell: (title = 'Vomero') =>
			queueEvent(stage.db, {
				source: 'NIKE',
				sku: 'CK9246-101',
				region: 'US',
				kind: 'STATUS',
				before: aSnapshot({ title, status: 'HOLD' }),
				after: aSnapshot({ title }),
				at: Date.now(),
			}),

		/** The titles that arrived, in their order. */
		titles: async (webhookId?: string) =>
			(await stage.sandbox.control.messages(webhookId ? { webhookId } : {})).map(
				({ body }) => (body as { embeds: { title: string }[] }).embeds[0]?.title,
			),

		statuses: async () => {
			const rows = await Delivery.query(stage.db.knex).orderBy('id');
			return rows.map(({ status, attempts }) => ({ status, attempts }));
		},

		settled: (count: number) =>
			until('every delivery is final', async () => {
				const open = await Delivery.query(stage.db.knex).whereIn('status', ['pending', 'retrying']).resultSize();
				return open === 0 && (await Delivery.query(stage.db.knex).resultSize()) >= count;
			}),
	};
}
