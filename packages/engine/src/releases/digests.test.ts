import { Delivery, EventRow, GuildChannel, Message, Place, Subscription, TopicRow } from '@dropwire/db';
import { RELEASES, type Region, type SubscriptionOptions } from '@dropwire/domain';
import { SANDBOX_GUILDS } from '@dropwire/sandbox';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { releaseSnapshot } from '../product/releaseSnapshot.ts';
import { queueEvent } from '../publishing.ts';
import { ACTIVE_SHOES, aSnapshot, type Fixture, openFixture, until } from '../testing.ts';
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
const publish = (kind: 'RESTOCK' | 'PRICE', sku: string, before: number, after: number, category = 'SHOES') => {
	const price = (current: number) => ({ current, full: 20_000, currency: 'USD' });
	const snapshots = {
		before: aSnapshot({ sku, category, price: price(before) }),
		after: aSnapshot({ sku, category, title: sku, price: price(after) }),
	};
	return queueEvent(fixture.db, { source: 'NIKE', sku, region: 'US', kind, ...snapshots, at: Date.now() - DAY });
};
/** Makes the digests due that many ms ago. */
/** Lets the digests of all subscriptions that have one be due. */
const due = (agoMs: number) =>
	fixture.db
		.knex('subscriptions')
		.whereNotNull('digestAt')
		.update({ digestAt: Date.now() - agoMs });
const weekly = { weekday: 1, hour: 9, zone: 'UTC' } as const;
/** Subscribes a webhook to the digest of a region. @returns the webhook's ID at Discord */
async function subscribeWith(options: SubscriptionOptions, region: Region = 'US') {
	const [webhook] = await fixture.sandbox.control.createWebhooks({ count: 1, ownChannels: true });
	await fixture.subscribeAll([webhook!], { ...TOPIC, region });
	const { columns } = storeOptions({ digest: weekly, ...options });
	await fixture.db.knex('subscriptions').where({ label: webhook!.id }).update(columns);
	return webhook!.id;
}
/** Waits for the digest of a webhook. @returns its lines */
async function linesOf(webhookId: string) {
	const [message] = await fixture.sandbox.control.waitForMessages({ webhookId, count: 1 });
	return (message!.body as { embeds: [{ description: string }] }).embeds[0].description.split('\n');
}
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

const GUILD = SANDBOX_GUILDS.soleSearchers.id;
/** The beginning of an hour from now, in UTC: `09:00`. */
const hour = (ahead: number) => `${new Date(Date.now() + ahead * HOUR).toISOString().slice(11, 13)}:00`;
/** Links the first webhook to topics for a server, with these options. */
async function linkFirst(...links: [typeof TOPIC | typeof ACTIVE_SHOES, SubscriptionOptions][]) {
	const { knex } = fixture.db;
	await knex('guilds').insert({ guildId: GUILD, name: 'Sole Searchers', updatedAt: 1 });
	for (const [topic, options] of links) {
		const { id: topicId } = await TopicRow.query(knex).findOne(topic).throwIfNotFound();
		const channel = await GuildChannel.query(knex).insert({ guildId: GUILD, topicId, createdAt: 1 });
		const { columns } = storeOptions(options);
		await knex('subscriptions').insert({ ...Place.channel(channel), webhookId: 1, createdAt: 1, ...columns });
	}
}
const deliveries = () =>
	Delivery.query(fixture.db.knex).withGraphFetched('topic').orderBy('id').select('guildId', 'topicId');

test("a digest has the options of its own link, not those of the webhook's other links", async () => {
	const webhooks = await fixture.sandbox.control.createWebhooks({ count: 1, ownChannels: true });
	await fixture.subscribeAll(webhooks);
	const quiet = { from: hour(-1), to: hour(2), zone: 'UTC' };
	await linkFirst(
		[ACTIVE_SHOES, { name: 'Shoes', avatar: 'https://x.example/a.png' }],
		[TOPIC, { digest: weekly, quiet, mentions: ['100000000000000011'] }],
	);
	await due(60_000);
	await fixture.start();
	const [message] = await fixture.sandbox.control.waitForMessages({ count: 1 });
	expect(message!.body).toMatchObject({ username: 'Dropwire', flags: 4096, allowed_mentions: { parse: [] } });
	expect(message!.body).not.toHaveProperty('content');
	expect(message!.body).not.toHaveProperty('avatar_url');
	expect(await deliveries()).toMatchObject([{ guildId: GUILD, topic: TOPIC }]);
});

test("an operators' digest has their options, and is in no log of a server that links the webhook", async () => {
	const webhooks = await fixture.sandbox.control.createWebhooks({ count: 1, ownChannels: true });
	await fixture.subscribeAll(webhooks, TOPIC);
	await fixture.db.knex('subscriptions').update(storeOptions({ digest: weekly, name: 'Operators' }).columns);
	await linkFirst([TOPIC, { name: 'Server' }], [ACTIVE_SHOES, { name: 'Shoes' }]);
	await due(60_000);
	await fixture.start();
	const [message] = await fixture.sandbox.control.waitForMessages({ count: 1 });
	expect(message!.body).toMatchObject({ username: 'Operators' });
	await fixture.stopEngines();
	expect(await deliveries()).toMatchObject([{ guildId: null, topic: TOPIC }]);
});

test('a digest that is more than an hour late is left out', async () => {
	const [webhook] = await fixture.sandbox.control.createWebhooks({ count: 1, ownChannels: true });
	await fixture.subscribeAll([webhook!], TOPIC);
	const { columns } = storeOptions({ digest: { weekday: 1, hour: 9, zone: 'UTC' } });
	await fixture.db.knex('subscriptions').update(columns);
	// Its week cannot be read.
	await publish('RESTOCK', 'RS1', 20_000, 20_000);
	await fixture.db.knex('events').update({ after: 'no JSON' });
	await due(2 * HOUR);
	await fixture.start();
	await until('it moved on', async () => Number((await Subscription.query(fixture.db.knex))[0]!.digestAt) > Date.now());
	await fixture.stopEngines();
	expect(await digests()).toEqual([]);
});

test('reminders and the digests of other regions do not wait for a week that cannot be read', async () => {
	const [us, jp] = [await subscribeWith({ reminders: [5] }), await subscribeWith({}, 'JP')];
	const now = Date.now();
	const dueAt = now + 3000;
	const release = { ...place, sku: 'CK0001-001', title: 'Shoe', launchAt: dueAt + 300_000 };
	const launch = { ...release, origin: 'source', snapshot: releaseSnapshot(release), at: now } as const;
	await fixture.db.transaction((trx) => recordReleases(trx, [launch], { isSilent: true, now }));
	await publish('RESTOCK', 'RS1', 20_000, 20_000);
	await fixture.db.knex('events').update({ after: 'no JSON' });
	await fixture.db.knex('subscriptions').update({ digestAt: dueAt });
	await fixture.start();
	expect(await linesOf(jp)).toContain('**0 restocks last week**');
	const [reminder] = await fixture.sandbox.control.waitForMessages({ webhookId: us, count: 1 });
	expect(JSON.stringify(reminder!.body)).toContain('Release soon');
	expect(await digests()).toHaveLength(1);
	expect(await Subscription.query(fixture.db.knex).findOne({ label: us })).toMatchObject({ digestAt: dueAt });
});

test('a digest names no lower price that is not in force any more', async () => {
	const webhookId = await subscribeWith({ maxPrice: 120 });
	for (const sku of ['RAISED', 'RESTOCKED', 'GONE', 'CHEAP']) await publish('PRICE', sku, 20_000, 11_000);
	await publish('PRICE', 'RAISED', 11_000, 20_000);
	// The restock had another price.
	const prices = { RESTOCKED: 20_000, GONE: null, CHEAP: 11_000 };
	const rows = Object.entries(prices).map(([sku, price]) => ({ ...place, sku, price, currency: 'USD' }));
	await fixture.db.knex('catalogue_regions').insert(rows);
	await due(60_000);
	await fixture.start();
	const lines = await linesOf(webhookId);
	expect(lines.slice(lines.indexOf('**Lower prices last week**') + 1)).toEqual(['CHEAP · ~~$200.00~~ $110.00']);
});

test('a digest leaves refurbished products out', async () => {
	const webhookId = await subscribeWith({});
	await publish('RESTOCK', 'RS1', 20_000, 20_000, 'REFURBISHED');
	await publish('PRICE', 'PR1', 20_000, 10_000, 'REFURBISHED');
	await due(60_000);
	await fixture.start();
	const lines = await linesOf(webhookId);
	expect(lines).toContain('**0 restocks last week**');
	expect(lines.slice(lines.indexOf('**Lower prices last week**') + 1)).toEqual(['None']);
});

test('a digest counts the events of the whole week, and no earlier ones', async () => {
	const webhookId = await subscribeWith({});
	const after = JSON.stringify(aSnapshot());
	const event = { source: 'NIKE', sku: 'CK9246-101', region: 'US', kind: 'RESTOCK', after } as const;
	const at = Date.now();
	const rows = Array.from({ length: 1900 }, (_, n) => {
		return { ...event, deliveries: n % 3, at: n < 700 ? at - 8 * DAY : at - 6 * DAY };
	});
	await fixture.db.knex.batchInsert('events', rows, 100);
	await due(60_000);
	await fixture.start();
	expect(await linesOf(webhookId)).toContain('**1,200 restocks last week**');
});
