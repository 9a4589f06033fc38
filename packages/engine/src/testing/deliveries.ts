import { Delivery, Subscription } from '@dropwire/db';
import type { EventKind, SubscriptionOptions } from '@dropwire/domain';
import { SANDBOX_APP, SANDBOX_GUILDS, type WebhookWithUrl } from '@dropwire/sandbox';
import { afterEach, expect } from 'vitest';
import { queueEvent } from '../publishing.ts';
import { storeOptions } from '../webhooks/storedOptions.ts';
import { aSnapshot, type Fixture, openFixture, until } from './fixture.ts';

/** Helpers for delivery tests. Each test opens its own fixture, which is closed after the test. */
export function useDeliveries() {
	let fixture: Fixture;
	afterEach(() => fixture.close());

	/** Calls the sandbox's Discord as the bot. */
	async function bot(
		method: string,
		path: string,
		body: object = {},
	): Promise<{ id: string; available_tags?: { id: string }[] }> {
		const response = await fetch(`${fixture.sandbox.origin}/api/v10${path}`, {
			method,
			headers: { authorization: `Bot ${SANDBOX_APP.botToken}`, 'content-type': 'application/json' },
			...(method !== 'DELETE' && method !== 'GET' && { body: JSON.stringify(body) }),
		});
		expect(response.ok).toBe(true);
		return (await response.json()) as { id: string; available_tags?: { id: string }[] };
	}

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

		/**
		 * Publishes a change of one product, whose later changes edit its message for ten minutes.
		 * @param available which of the sizes 8 and 9 are in stock after it; before it neither is
		 */
		change(kind: EventKind, available: string[] = ['8'], title = 'Vomero') {
			const sizes = (inStock: string[]) =>
				['8', '9'].map((size) => ({ size, available: inStock.includes(size), level: null, count: null }));
			const [before, after] = [aSnapshot({ title, sizes: sizes([]) }), aSnapshot({ title, sizes: sizes(available) })];
			const event = { source: 'NIKE', sku: 'CK9246-101', region: 'US', kind, before, after, at: Date.now() } as const;
			return queueEvent(fixture.db, event, undefined, { policy: { windowMs: 600_000, gapsMs: [0] } });
		},

		bot,

		/** A webhook of a new channel, subscribed by the operators. @param thread returns the thread of its URL */
		async channelOf(type: number, thread?: (channelId: string) => Promise<string>, rest: object = {}) {
			const { id: channelId, available_tags: tags = [] } = await bot(
				'POST',
				`/guilds/${SANDBOX_GUILDS.soleSearchers.id}/channels`,
				{ name: 'drops', type, ...rest },
			);
			const webhook = (await bot('POST', `/channels/${channelId}/webhooks`, { name: 'Drops' })) as {
				id: string;
				token: string;
			};
			const threadId = thread && (await thread(channelId));
			const url = `${fixture.sandbox.origin}/api/webhooks/${webhook.id}/${webhook.token}${threadId ? `?thread_id=${threadId}` : ''}`;
			await fixture.subscribeAll([{ ...webhook, url, ...(threadId && { threadId }) }]);
			const row = await Subscription.query(fixture.db.knex).orderBy('id', 'desc').first().throwIfNotFound();
			return { channelId, threadId: threadId as string, subscription: row.id, tags: tags.map(({ id }) => id) };
		},

		setOptions: (subscription: number, options: SubscriptionOptions) =>
			Subscription.query(fixture.db.knex).findById(subscription).patch(storeOptions(options).columns),

		messages: () => fixture.sandbox.control.messages(),

		rows: () => Delivery.query(fixture.db.knex).orderBy('id'),

		/** The titles of the received messages, in order of arrival. */
		titles: async (webhookId?: string) =>
			(await fixture.sandbox.control.messages(webhookId ? { webhookId } : {})).map(
				({ body }) => (body as { embeds: { title: string }[] }).embeds[0]?.title,
			),

		statuses: async () => {
			const rows = await Delivery.query(fixture.db.knex).orderBy('id');
			return rows.map(({ status, attempts }) => ({ status, attempts }));
		},

		settled(count: number) {
			fixture.wake();
			return until('every delivery is final', async () => {
				const open = await Delivery.query(fixture.db.knex).whereIn('status', ['pending', 'retrying']).resultSize();
				return open === 0 && (await Delivery.query(fixture.db.knex).resultSize()) >= count;
			});
		},
	};
}
