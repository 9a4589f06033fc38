import { EventRow, Message, Subscription } from '@dropwire/db';
import { RELEASES } from '@dropwire/domain';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { releaseSnapshot } from '../product/releaseSnapshot.ts';
import { queueEvent } from '../publishing.ts';
import { aSnapshot, type Fixture, openFixture, until } from '../testing.ts';
import { storeOptions } from '../webhooks/storedOptions.ts';
import { recordReleases } from './record.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const TOPIC = { brand: 'NIKE', category: RELEASES, region: 'US', status: 'UPCOMING' } as const;

let fixture: Fixture;
beforeEach(async () => {
	fixture = await openFixture();
});
afterEach(() => fixture.close());

const place = { brand: 'NIKE', region: 'US' } as const;
const publish = (kind: 'RESTOCK' | 'PRICE', sku: string, before: number, after: number) => {
	const price = (current: number) => ({ current, full: 20_000, currency: 'USD' });
	const snapshots = {
		before: aSnapshot({ sku, price: price(before) }),
		after: aSnapshot({ sku, title: sku, price: price(after) }),
	};
	return queueEvent(fixture.db, { source: 'NIKE', sku, region: 'US', kind, ...snapshots, at: Date.now() - DAY });
};
/** Makes the digests due that many ms ago. */
const due = (agoMs: number) => fixture.db.knex('subscriptions').update({ digestAt: Date.now() - agoMs });
const digests = () => Message.query(fixture.db.knex).where({ kind: 'DIGEST' });

test('a weekly digest is sent once in its hour, with the week and links', async () => {
	const [webhook] = await fixture.sandbox.control.createWebhooks({ count: 1, ownChannels: true });
	await fixture.subscribeAll([webhook!], TOPIC);
	const { columns } = storeOptions({ digest: { weekday: 1, hour: 9, zone: 'Europe/Berlin' } });
	await fixture.db.knex('subscriptions').update(columns);
	const launches = [2 * DAY, 3 * DAY, 9 * DAY].map((ahead, n) => {
		const sku = `CK000${n}-001`;
		const snapshot = releaseSnapshot({ ...place, sku, title: `Shoe ${n}`, launchAt: Date.now() + ahead });
		return { ...place, sku, origin: 'source', snapshot, at: Date.now() } as const;
	});
	await fixture.db.transaction((trx) => recordReleases(trx, launches, { isSilent: true }));
	for (const sku of ['RS1', 'RS1', 'RS2']) await publish('RESTOCK', sku, 20_000, 20_000);
	await publish('PRICE', 'PR1', 20_000, 15_000);
	await publish('PRICE', 'PR2', 20_000, 10_000);
	await publish('PRICE', 'PR3', 10_000, 20_000);
	expect(await EventRow.query(fixture.db.knex).resultSize()).toBe(6);
	await due(60_000);
	await fixture.start({ publicUrl: 'https://drops.example' });
	const [message] = await fixture.sandbox.control.waitForMessages({ count: 1 });
	const { description } = (message!.body as { embeds: [{ description: string }] }).embeds[0];
	expect(description).toContain('[2 releases](https://drops.example/releases?region=US&brand=NIKE) this week');
	expect(description).toContain(
		'**[3 restocks](https://drops.example/products?region=US&brand=NIKE) last week**\nRS1 · [2 restocks](https://drops.example/products/NIKE/RS1)',
	);
	expect(description).toContain('PR2 · ~~$200.00~~ [$100.00](https://drops.example/products/NIKE/PR2)\nPR1 · ');
	expect(description).not.toMatch(/Shoe 2|PR3/);
	const [row] = await Subscription.query(fixture.db.knex);
	expect(row!.digestAt).toBeGreaterThan(Date.now());
	await fixture.stopEngines();
	expect(await digests()).toHaveLength(1);
});

test('a digest has what the filters of its subscription let through', async () => {
	const webhooks = await fixture.sandbox.control.createWebhooks({ count: 2, ownChannels: true });
	await fixture.subscribeAll(webhooks, TOPIC);
	const digest = { weekday: 1, hour: 9, zone: 'UTC' } as const;
	const { columns } = storeOptions({ digest, kinds: ['MOVED'], include: ['AA*'], maxPrice: 120 });
	const label = webhooks[1]!.id;
	await fixture.db.knex('subscriptions').where({ label }).update(columns);
	const launches = ['AA1', 'BB1', 'AA2'].map((sku, n) => {
		const price = { current: n === 0 ? 12_000 : 20_000, full: 20_000, currency: 'USD' };
		const snapshot = releaseSnapshot({
			...place,
			sku,
			title: `Shoe ${sku}`,
			launchAt: Date.now() + (n + 1) * DAY,
			price,
		});
		return { ...place, sku, origin: 'source', snapshot, at: Date.now() } as const;
	});
	await fixture.db.transaction((trx) => recordReleases(trx, launches, { isSilent: true }));
	for (const sku of ['AA1', 'AA1', 'BB1']) await publish('RESTOCK', sku, 12_000, 12_000);
	await publish('RESTOCK', 'AA1', 20_000, 20_000);
	await publish('PRICE', 'BB1', 20_000, 10_000);
	await publish('PRICE', 'AA1', 20_000, 11_000);
	await publish('PRICE', 'AA2', 20_000, 19_000);
	await fixture.db
		.knex('subscriptions')
		.where({ label })
		.update({ digestAt: Date.now() - 60_000 });
	await fixture.start();
	const [message] = await fixture.sandbox.control.waitForMessages({ count: 1 });
	const { description } = (message!.body as { embeds: [{ description: string }] }).embeds[0];
	expect(description.replace(/<t:\d+:F>/, 'then')).toBe(
		[
			'**1 release this week**',
			'then · Shoe AA1',
			'',
			'**2 restocks last week**',
			'AA1 · 2 restocks',
			'',
			'**Lower prices last week**',
			'AA1 · ~~$200.00~~ $110.00',
		].join('\n'),
	);
});

test('a digest that is more than an hour late is left out', async () => {
	const [webhook] = await fixture.sandbox.control.createWebhooks({ count: 1, ownChannels: true });
	await fixture.subscribeAll([webhook!], TOPIC);
	const { columns } = storeOptions({ digest: { weekday: 1, hour: 9, zone: 'UTC' } });
	await fixture.db.knex('subscriptions').update(columns);
	await due(2 * HOUR);
	await fixture.start();
	await until('it moved on', async () => Number((await Subscription.query(fixture.db.knex))[0]!.digestAt) > Date.now());
	await fixture.stopEngines();
	expect(await digests()).toEqual([]);
});
