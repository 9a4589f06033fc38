import { BROADCAST_LIST, EventRow, Place, Release, Subscription, TopicRow } from '@dropwire/db';
import { RELEASES, type SubscriptionOptions } from '@dropwire/domain';
import type { ProductSnapshot } from '@dropwire/retailers';
import { SANDBOX_APP } from '@dropwire/sandbox';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ingestAll } from '../publishing.ts';
import { aSnapshot, type Fixture, openFixture, until } from '../testing.ts';
import { forgetUnwatched } from '../watch/lists/entries.ts';
import { Products } from '../watch/state/products.ts';
import { subscribe } from '../webhooks/subscriptions.ts';
import { releaseSnapshot } from '../product/releaseSnapshot.ts';
import { publishNews } from './announce.ts';
import { recordReleases } from './record.ts';

const SKU = 'CK9246-101';
const HOUR = 3_600_000;
const TOPIC = { brand: 'NIKE', category: RELEASES, region: 'US', status: 'UPCOMING' } as const;

let fixture: Fixture;
beforeEach(async () => {
	fixture = await openFixture();
});
afterEach(() => fixture.close());

interface Embed {
	title: string;
	description: string;
	url?: string;
	fields: { name: string; value: string }[];
}
interface Body {
	embeds: [Embed];
	components?: object[];
}

/** Subscribes webhooks to the releases in the US, one for each of these options. */
async function subscribeTo(...options: SubscriptionOptions[]) {
	const wanted = { count: options.length, ownChannels: true, applicationId: SANDBOX_APP.clientId };
	const webhooks = await fixture.sandbox.control.createWebhooks(wanted);
	await fixture.subscribeAll(webhooks, TOPIC);
	for (const [index, own] of options.entries()) {
		const set = { options: JSON.stringify(own) };
		const label = webhooks[index]?.id ?? '';
		await fixture.db.knex('subscriptions').where({ label }).update(set);
	}
	return webhooks.map(({ id }) => id);
}
const events = () => EventRow.query(fixture.db.knex).orderBy('id');
const launch = (launchAt: number | null, sku = SKU) =>
	fixture.sandbox.control.setProduct({
		sku,
		region: 'US',
		change: { startEntryDate: launchAt === null ? null : new Date(launchAt).toISOString(), commerceStartDate: null },
	});
const bodies = async (webhookId: string) =>
	(await fixture.sandbox.control.messages())
		.filter((message) => message.webhookId === webhookId)
		.map(({ body }) => body as Body);
const messages = async (webhookId: string) => (await bodies(webhookId)).map(({ embeds }) => embeds[0]);
const watchButton = (sku: string) => ({
	type: 1,
	components: [{ type: 2, style: 2, label: 'Watch', custom_id: `watch|add|NIKE|${sku}` }],
});
const kinds = async () => (await events()).map(({ kind }) => kind);
const field = ({ fields }: Embed, name: string) => fields.find((one) => one.name === name)?.value;
const seconds = (ms: number) => Math.floor(ms / 1000);

test('a launch is announced, moved and cancelled once each, beside the event of the product', async () => {
	const [id = ''] = await subscribeTo({});
	await fixture.watch('MONITOR1', SKU);
	const options = JSON.stringify({ kinds: ['MOVED', 'CANCELLED'], sizes: [], states: [] });
	const watch = { discordId: '100000000000000001', brand: 'NIKE', sku: SKU, options, createdAt: 1 } as const;
	await fixture.db.knex('watches').insert(watch);
	await fixture.start();
	await until('it was read', async () => (await fixture.db.knex('products').first('id')) !== undefined);
	const first = Math.ceil(Date.now() / 1000) * 1000 + 48 * HOUR;
	await launch(first);
	await until('it is announced', async () => (await kinds()).includes('ANNOUNCED'));
	await launch(first + HOUR);
	await until('it is moved', async () => (await kinds()).includes('MOVED'));
	await launch(null);
	await until('it is cancelled', async () => (await kinds()).includes('CANCELLED'));
	await launch(first);
	await until('it is announced again', async () => (await kinds()).filter((kind) => kind === 'ANNOUNCED').length === 2);
	await until('all are sent', async () => (await messages(id)).length === 4);
	const [announced, moved, cancelled] = (await messages(id)) as [Embed, Embed, Embed];
	expect(announced.description).toMatch(/^\*\*Release announced\*\*/);
	const time = (at: number, style = 'F') => `<t:${seconds(at)}:${style}>`;
	expect(field(announced, 'Launch')).toBe(`${time(first)} (${time(first, 'R')})`);
	expect(field(announced, 'Method')).toMatch(/^\w/);
	expect(field(moved, 'Launch')).toBe(`~~${time(first)}~~ → **${time(first + HOUR)}** (${time(first + HOUR, 'R')})`);
	expect(field(cancelled, 'Launch')).toBe(`~~${time(first + HOUR)}~~`);
	expect((await kinds()).filter((kind) => kind === 'STATUS')).toHaveLength(4);
	// A watch that asks for these kinds gets them; a reminder is no event.
	const ofWatch = fixture.db.knex('watch_notices as n').join('events as e', 'e.id', 'n.eventId').orderBy('n.id');
	expect(await ofWatch.pluck('e.kind')).toEqual(['MOVED', 'CANCELLED']);
	expect(await Release.query(fixture.db.knex)).toMatchObject([{ launchAt: first, sequence: 3, cancelledAt: null }]);
});

test('a baseline with more than ten releases is one list, after the filters of each subscription', async () => {
	const skus = await fixture.sandbox.control.addProducts({ count: 60, regions: ['US'], prefix: 'RL' });
	const start = Math.ceil(Date.now() / 1000) * 1000 + 48 * HOUR;
	for (const [index, sku] of skus.entries()) await launch(start - index * 60_000, sku);
	const [all = '', three = '', eleven = '', none = ''] = await subscribeTo(
		{},
		{ include: skus.slice(0, 3) },
		{ include: skus.slice(0, 11) },
		{ kinds: ['MOVED'] },
	);
	await fixture.watch('MONITOR1', ...skus);
	const options = JSON.stringify({ kinds: ['ANNOUNCED'], sizes: [], states: [] });
	const watch = { discordId: '100000000000000001', brand: 'NIKE', sku: skus[7]!, options, createdAt: 1 } as const;
	await fixture.db.knex('watches').insert(watch);
	// The second batch comes later than a round takes.
	await fixture.sandbox.control.failNike({ times: 1, every: 2, fault: { slow: 4000 } });
	await fixture.start({ publicUrl: 'https://drops.example' });
	await until(
		'the lists are sent',
		async () => (await messages(all)).length > 0 && (await messages(eleven)).length > 0,
	);
	await until('the others are sent', async () => (await messages(three)).length === 3);
	const lists = await messages(all);
	expect(lists).toHaveLength(1);
	const [{ title, url, description }] = lists as [Embed];
	expect([title, url]).toEqual(['60 Nike releases announced', 'https://drops.example/releases?region=US']);
	const lines = description.split('\n');
	expect(lines.length).toBeLessThanOrEqual(41);
	expect(lines.at(-1)).toBe(`[… and ${60 - (lines.length - 1)} more](https://drops.example/releases?region=US)`);
	const times = lines.slice(0, -1).map((line) => Number(/^<t:(\d+):F>/.exec(line)?.[1]));
	expect(times).toEqual(times.toSorted((a, b) => a - b));
	expect(times[0]).toBe(seconds(start - 59 * 60_000));
	const own = await messages(three);
	expect(own.map(({ description }) => description.split(' · ')[0])).toEqual(
		skus.slice(0, 3).map(() => '**Release announced**'),
	);
	expect(new Set(own.map((embed) => field(embed, 'SKU')))).toEqual(
		new Set(skus.slice(0, 3).map((sku) => `\`${sku}\``)),
	);
	expect((await messages(eleven)).map((embed) => embed.title)).toEqual(['11 Nike releases announced']);
	expect(await messages(none)).toEqual([]);
	expect(await kinds()).toEqual(skus.map(() => 'ANNOUNCED'));
	const deliveries = await events().whereIn('sku', skus.slice(0, 12)).orderBy('sku').select('deliveries');
	expect(deliveries.map((event) => event.deliveries)).toEqual(Array.from({ length: 12 }, (_, n) => (n < 3 ? 3 : 2)));
	await until('the watch of one gets it', async () => (await fixture.db.knex('watch_notices')).length === 1);
});

test('the reports of one call with more than ten launches are one list, and the first can also be a message of its own', async () => {
	const applicationId = SANDBOX_APP.clientId;
	const [webhook] = await fixture.sandbox.control.createWebhooks({ count: 1, applicationId });
	await fixture.db.transaction((trx) => subscribe(trx, fixture.db.vault, Place.broadcast, webhook!));
	expect(await Subscription.query(fixture.db.knex).first()).toMatchObject({ list: BROADCAST_LIST });
	const include = ['AD0', 'AD5'];
	const [two = '', three = '', four = ''] = await subscribeTo(
		{ include },
		{ include, watchButton: false },
		{ include },
	);
	await fixture.db.knex('webhooks').whereNot({ discordId: four }).update({ applicationId });
	const launchAt = Date.now() + 24 * HOUR;
	const reports = Array.from({ length: 11 }, (_, n) => {
		const sku = `AD${n}`;
		const snapshot = aSnapshot({ brand: 'NIKE', sku, launchAt, status: null });
		const answer = { kind: 'read', snapshot } as const;
		return { source: 'NIKE', sku, region: 'US', answer, offer: null, monitor: 'm', observedAt: null } as const;
	});
	await ingestAll(fixture.db, reports, { clickUrl: null, onEvent: () => {} });
	await fixture.start({ buttonApplication: applicationId });
	await fixture.sandbox.control.waitForMessages({ count: 7 });
	expect((await messages(webhook!.id)).map(({ title }) => title)).toEqual(['11 Nike releases announced']);
	for (const id of [two, three, four])
		expect((await messages(id)).map((embed) => field(embed, 'SKU'))).toEqual(['`AD0`', '`AD5`']);
	const buttons = async (id: string) => (await bodies(id)).map(({ components }) => components);
	expect(await buttons(webhook!.id)).toEqual([undefined]);
	expect(await buttons(two)).toEqual(include.map((sku) => [watchButton(sku)]));
	for (const id of [three, four]) expect(await buttons(id)).toEqual([undefined, undefined]);
	expect((await events()).map(({ deliveries }) => deliveries)).toEqual([4, 1, 1, 1, 1, 4, 1, 1, 1, 1, 1]);
	expect(await Release.query(fixture.db.knex).where({ origin: 'reported', brand: 'NIKE' }).resultSize()).toBe(11);
});

/** Stores a monitor's report, and the news of releases that follow from it. */
async function report(monitor: string, snapshot: ProductSnapshot) {
	const answer = { kind: 'read', snapshot } as const;
	const one = { source: 'NIKE', sku: SKU, region: 'US', answer, offer: null, monitor, observedAt: null } as const;
	await ingestAll(fixture.db, [one], { clickUrl: null, onEvent: () => {} });
	const alsoStore = () => Promise.resolve();
	await publishNews(fixture.db, { publicUrl: null, alsoStore, onError: (error) => expect(error).toBeUndefined() });
}

test('a launch that one of two monitors names is announced once, and called off when that one names none', async () => {
	await subscribeTo({});
	const launchAt = Date.now() + 48 * HOUR;
	const reported = (monitor: string, at: number | null) =>
		report(monitor, aSnapshot({ launchAt: at, available: false }));
	for (let turn = 0; turn < 3; turn++) {
		await reported('names it', launchAt);
		await reported('does not', null);
	}
	expect(await kinds()).toEqual(['ANNOUNCED']);
	await reported('names it', null);
	expect((await kinds()).toSorted()).toEqual(['ANNOUNCED', 'CANCELLED', 'STATUS']);
	expect(await fixture.db.knex('products').pluck('snapshot')).not.toContainEqual(expect.stringContaining('launchBy'));
	expect(JSON.stringify(await fixture.db.knex('events'))).not.toContain('names it');
});

test('the monitor that named a launch last calls it off, also one that an earlier version stored', async () => {
	await subscribeTo({});
	const { knex } = fixture.db;
	const launchAt = Date.now() + 48 * HOUR;
	const named = aSnapshot({ launchAt, available: false });
	const none = aSnapshot({ launchAt: null, available: false });
	await report('a', named);
	await report('b', named);
	await report('a', none);
	expect(await kinds()).toEqual(['ANNOUNCED']);
	await report('b', none);
	expect((await kinds()).toSorted()).toEqual(['ANNOUNCED', 'CANCELLED', 'STATUS']);
	await report('a', named);
	await knex('products').update({ snapshot: JSON.stringify(named) });
	await report('a', named);
	await report('a', none);
	expect((await kinds()).filter((kind) => kind === 'CANCELLED')).toHaveLength(2);
});

test("a launch that Dropwire's source names is no monitor's to call off until the product leaves its last list", async () => {
	await subscribeTo({});
	const { knex } = fixture.db;
	await fixture.watch('MONITOR1', SKU);
	const launchAt = Math.ceil(Date.now() / 1000) * 1000 + 48 * HOUR;
	await launch(launchAt);
	await fixture.start();
	await until('it is announced', async () => (await kinds()).includes('ANNOUNCED'));
	const product = () => knex('products').where({ region: 'US' }).first();
	const isInBatch = async () =>
		knex('product_batches')
			.where({ productId: (await product())!.id })
			.first();
	await until('its checks are stored', async () => (await isInBatch()) !== undefined);
	const named = JSON.parse((await product())!.snapshot!) as ProductSnapshot;
	for (let turn = 0; turn < 2; turn++) {
		await report('m', named);
		await report('m', { ...named, launchAt: null });
		const { count } = await fixture.sandbox.control.nikeRequests();
		await until('it is checked', async () => (await fixture.sandbox.control.nikeRequests()).count > count + 16);
	}
	expect(await kinds()).toEqual(['ANNOUNCED']);
	await fixture.stopEngines();
	await knex('watch_entries').delete();
	await fixture.db.transaction((trx) => forgetUnwatched(trx, 'MONITOR1', [SKU]));
	await report('m', named);
	await report('m', { ...named, launchAt: null });
	expect((await kinds()).toSorted()).toEqual(['ANNOUNCED', 'CANCELLED', 'STATUS']);
});

test('an old report changes the calendar without a message', async () => {
	const snapshot = aSnapshot({ launchAt: Date.now() + 24 * HOUR });
	const answer = { kind: 'read', snapshot } as const;
	const report = {
		source: 'NIKE',
		sku: SKU,
		region: 'US',
		answer,
		offer: null,
		monitor: 'm',
		observedAt: Date.now() - HOUR,
	} as const;
	await ingestAll(fixture.db, [report], { clickUrl: null, onEvent: () => {} });
	expect(await Release.query(fixture.db.knex)).toHaveLength(1);
	expect(await fixture.db.knex('release_news')).toEqual([]);
});

test('an imported release is announced in its topic', async () => {
	const [id = ''] = await subscribeTo({});
	const place = { brand: 'NIKE', sku: SKU, region: 'US' } as const;
	const snapshot = releaseSnapshot({ ...place, title: 'Vomero', launchAt: Date.now() + HOUR });
	await fixture.db.transaction((trx) =>
		recordReleases(trx, [{ ...place, origin: 'imported', snapshot, at: Date.now() }]),
	);
	await fixture.start();
	await until('it is announced', async () => (await messages(id)).length === 1);
	const topic = await TopicRow.query(fixture.db.knex).findOne(TOPIC).throwIfNotFound();
	expect(await events()).toMatchObject([{ kind: 'ANNOUNCED', topicId: topic.id }]);
});

test('news that cannot be stored keeps back no other region and stays', async () => {
	for (const region of ['US', 'JP'] as const) {
		const place = { brand: 'NIKE', sku: SKU, region } as const;
		const snapshot = releaseSnapshot({ ...place, title: 'Vomero', launchAt: Date.now() + HOUR });
		const report = { ...place, origin: 'imported', snapshot, at: Date.now() } as const;
		await fixture.db.transaction((trx) => recordReleases(trx, [report]));
	}
	const errors: unknown[] = [];
	let isFirst = true;
	const alsoStore = async () => {
		if (isFirst) {
			isFirst = false;
			throw new Error('not this one');
		}
	};
	const options = { publicUrl: null, alsoStore, onError: (error: unknown) => void errors.push(error) };
	expect(await publishNews(fixture.db, options)).toBe(1);
	expect(errors).toEqual([new Error('not this one')]);
	expect(await publishNews(fixture.db, options)).toBe(1);
	expect((await events()).map(({ region }) => region).sort()).toEqual(['JP', 'US']);
});

test('launches ahead that an earlier version has stored are announced after a start', async () => {
	const [id = ''] = await subscribeTo({});
	await fixture.watch('MONITOR1', SKU);
	await launch(Date.now() + 48 * HOUR);
	const first = await fixture.start();
	await until('it is recorded', async () => (await Release.query(fixture.db.knex).resultSize()) === 1);
	await first.stop();
	for (const table of ['releases', 'release_news', 'events'] as const) await fixture.db.knex(table).delete();
	await fixture.start();
	await until('it is recorded again', async () => (await Release.query(fixture.db.knex).resultSize()) === 1);
	await fixture.db.knex('release_news').update({ dueAt: 1 });
	await until('it is announced', async () => (await kinds()).includes('ANNOUNCED'));
	expect((await messages(id)).length).toBeLessThanOrEqual(2);
});

test.each([
	['the first check reads them', 0],
	['the first check is blocked', 1],
])('after a restore, only launches of new products are announced: %s', async (_, times) => {
	await subscribeTo({});
	await fixture.watch('MONITOR1', SKU);
	const engine = await fixture.start();
	await until('it was read', async () => (await fixture.db.knex('products').first('id')) !== undefined);
	await engine.stop();
	// As the restore of a backup does.
	await fixture.db.knex('products').delete();
	const first = Math.ceil(Date.now() / 1000) * 1000 + 48 * HOUR;
	const [added = ''] = await fixture.sandbox.control.addProducts({ count: 1, regions: ['US'], prefix: 'RL' });
	for (const sku of [SKU, added]) await launch(first, sku);
	await fixture.watch('MONITOR1', added);
	if (times > 0) await fixture.sandbox.control.failNike({ region: 'US', times, fault: { accessDenied: true } });
	await fixture.start();
	await until('both are recorded', async () => (await Release.query(fixture.db.knex).resultSize()) === 2);
	await launch(first + HOUR);
	await until('the next change is announced', async () => (await kinds()).includes('MOVED'));
	await until('the new one is announced', async () => (await kinds()).includes('ANNOUNCED'));
	const news = await EventRow.query(fixture.db.knex).whereIn('kind', ['ANNOUNCED', 'MOVED']).orderBy('kind');
	expect(news.map(({ kind, sku }) => [kind, sku])).toEqual([
		['ANNOUNCED', added],
		['MOVED', SKU],
	]);
});

/** The first answer for the product. */
const firstCheck = (launchAt: number | null) => {
	const snapshot = aSnapshot({ launchAt });
	return { sku: SKU, snapshot, buyableSince: null, blockedReason: null };
};

test('a launch that the first check names is announced after the first report of a monitor without it', async () => {
	const at = Date.now();
	// The check has asked before the report was stored.
	await new Products(fixture.db, 'NIKE', 'NEW', 'reported', () => ({})).insert('US', [firstCheck(null)], at);
	await new Products(fixture.db, 'NIKE', 'NEW', 'watched', () => ({})).insert('US', [firstCheck(at + HOUR)], at);
	expect(await fixture.db.knex('release_news').pluck('kind')).toEqual(['ANNOUNCED']);
});

test('the launch of a product that was removed while its check was stored is announced when it is added again', async () => {
	const products = new Products(fixture.db, 'NIKE', 'NEW', 'watched', () => ({}));
	const at = Date.now();
	const stored = (await products.insert('US', [firstCheck(null)], at)).get(SKU)!;
	await products.forget([SKU]);
	await products.recordFound(stored, { region: 'US', sku: SKU, before: stored.snapshot, found: aSnapshot(), at });
	await products.insert('US', [firstCheck(at + HOUR)], at);
	expect(await fixture.db.knex('release_news').pluck('kind')).toEqual(['ANNOUNCED']);
});
