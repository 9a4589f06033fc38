import { Subscription } from '@dropwire/db';
import type { EventKind, SubscriptionOptions } from '@dropwire/domain';
import { expect, test } from 'vitest';
import { queueEvent } from '../publishing.ts';
import { aSnapshot } from '../testing.ts';
import { useDeliveries } from '../testing/deliveries.ts';
import { storeOptions } from '../webhooks/storedOptions.ts';

const deliveries = useDeliveries();
const NOW = Date.now();
const ROLE = '100000000000000011';

/** Publishes a change of the sizes that are in stock, some seconds ago. */
async function change(kind: EventKind, from: string[], to: string[], secondsAgo: number): Promise<void> {
	const [before, after] = [from, to].map((inStock) =>
		aSnapshot({
			subtitle: null,
			available: inStock.length > 0,
			sizes: ['8', '9'].map((size) => ({ size, available: inStock.includes(size), level: null, count: null })),
		}),
	);
	const at = NOW - secondsAgo * 1000;
	const event = { source: 'NIKE', sku: 'CK9246-101', region: 'US', kind, before: before!, after: after!, at } as const;
	await queueEvent(deliveries.fixture.db, event, undefined, {
		policy: { windowMs: 600_000, gapsMs: [0] },
		clickUrl: 'https://drop.example',
	});
}

const setOptions = (id: number, options: SubscriptionOptions) =>
	Subscription.query(deliveries.fixture.db.knex).findById(id).patch(storeOptions(options).columns);

interface Received {
	content?: string;
	embeds: { description: string; fields: { name: string; value: string }[]; footer: { text: string } }[];
}
/** The messages of a webhook, oldest first. */
async function received(webhookId: string) {
	const all = await deliveries.fixture.sandbox.control.messages({ webhookId });
	return all.map(({ edits, body }) => {
		const { content, embeds } = body as Received;
		const [embed] = embeds;
		const sizes = embed?.fields.find(({ name }) => name.startsWith('Sizes'))?.value;
		const link = embed?.fields.find(({ name }) => name === 'SKU')?.value;
		return { edits, text: embed?.description, footer: embed?.footer.text, sizes, content, link };
	});
}

test('an edit shows the changes since its message began', async () => {
	const [all, restocks] = await deliveries.withWebhooks(2);
	await setOptions(2, { kinds: ['RESTOCK'] });
	await deliveries.fixture.start();
	await change('LIVE', [], ['8'], 400);
	await deliveries.settled(1);
	await change('STOCK', ['8'], [], 300);
	await deliveries.settled(2);
	await change('RESTOCK', [], ['9'], 200);
	await deliveries.settled(4);
	expect(await received(restocks!.id)).toMatchObject([
		{ edits: 0, text: '**Restock**', footer: 'Dropwire · Nike', sizes: '9 ⬆' },
	]);
	await change('PRICE', ['9'], ['9'], 100);
	await deliveries.settled(5);
	await change('STOCK', ['9'], [], 0);
	await deliveries.settled(7);
	const [live, price] = await received(all!.id);
	expect(live).toMatchObject({ edits: 2, text: '**Live now**', footer: 'Dropwire · Nike · updated' });
	expect(price).toMatchObject({ edits: 1, text: '**Price change** · sold out after 1 min 40 s' });
	const [restock, ...others] = await received(restocks!.id);
	expect(others).toEqual([]);
	expect(restock).toMatchObject({ edits: 1, text: '**Restock** · sold out after 3 min 20 s' });
	// Each counts its own clicks, also after edits.
	expect(new Set([live, price, restock].map((message) => message?.link)).size).toBe(3);
	const slugs = await deliveries.fixture.db.knex('event_links').pluck('slug');
	for (const message of [live, price, restock]) expect(slugs.some((slug) => message?.link?.includes(slug))).toBe(true);
});

test('a product that changes every few seconds edits one message', async () => {
	const [webhook] = await deliveries.withWebhooks(1);
	await change('RESTOCK', [], ['8'], 500);
	for (let ago = 404; ago > 0; ago -= 4) await change('RESTOCK', ['8'], ['8', '9'], ago);
	await change('STOCK', ['8', '9'], [], 0);
	await deliveries.fixture.start();
	await deliveries.settled(2);
	expect(await received(webhook!.id)).toMatchObject([{ edits: 1, text: '**Restock** · sold out after 8 min 20 s' }]);
});

test('an edit sent as a new message mentions its roles', async () => {
	const [webhook] = await deliveries.withWebhooks(1);
	const { db } = deliveries.fixture;
	await setOptions(1, { mentions: [ROLE] });
	await change('RESTOCK', [], ['8'], 10);
	await db.knex('deliveries').update({ status: 'retrying', notBefore: Date.now() + 60_000 });
	await change('RESTOCK', ['8'], ['8', '9'], 0);
	await deliveries.fixture.start();
	await deliveries.settled(2);
	expect(await received(webhook!.id)).toMatchObject([{ edits: 0, text: '**Restock**', content: `<@&${ROLE}>` }]);
	await change('STOCK', ['8', '9'], ['9'], 0);
	await deliveries.settled(3);
	expect(await received(webhook!.id)).toMatchObject([{ edits: 1, content: `<@&${ROLE}>` }]);
});
