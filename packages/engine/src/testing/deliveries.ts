import { Delivery } from '@dropwire/db';
import type { WebhookWithUrl } from '@dropwire/sandbox';
import { afterEach } from 'vitest';
import { queueEvent } from '../publishing.ts';
import { aSnapshot, type Fixture, openFixture, until } from './fixture.ts';

/** Helpers for delivery tests. Each test opens its own fixture, which is closed after the test. */
export function useDeliveries() {
	let fixture: Fixture;
	afterEach(() => fixture.close());
	return {
		get fixture() {
			return fixture;
		},

		/** Opens a fixture with the given number of subscribed webhooks, each in its own channel. */
		async withWebhooks(count: number, limits?: Parameters<typeof openFixture>[0]): Promise<WebhookWithUrl[]> {
			fixture = await openFixture(limits);
			const webhooks = await fixture.sandbox.control.createWebhooks({ count, ownChannels: true });
			await fixture.subscribeAll(webhooks);
			return webhooks;
		},

		/** Publishes an event whose message can be identified by its title. */
		publish: (title = 'Vomero') =>
			queueEvent(fixture.db, {
				source: 'NIKE',
				sku: 'CK9246-101',
				region: 'US',
				kind: 'STATUS',
				before: aSnapshot({ title, status: 'HOLD' }),
				after: aSnapshot({ title }),
				at: Date.now(),
			}),

		/** The titles of the received messages, in order of arrival. */
		titles: async (webhookId?: string) =>
			(await fixture.sandbox.control.messages(webhookId ? { webhookId } : {})).map(
				({ body }) => (body as { embeds: { title: string }[] }).embeds[0]?.title,
			),

		statuses: async () => {
			const rows = await Delivery.query(fixture.db.knex).orderBy('id');
			return rows.map(({ status, attempts }) => ({ status, attempts }));
		},

		settled: (count: number) =>
			until('every delivery is final', async () => {
				const open = await Delivery.query(fixture.db.knex).whereIn('status', ['pending', 'retrying']).resultSize();
				return open === 0 && (await Delivery.query(fixture.db.knex).resultSize()) >= count;
			}),
	};
}
