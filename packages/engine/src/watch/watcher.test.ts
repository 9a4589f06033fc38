import { EventRow, Product } from '@dropwire/db';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { ProductSnapshot } from '@dropwire/retailers';
import type { Engine } from '../engine.ts';
import { type Fixture, openFixture, until } from '../testing.ts';
import { ingest } from '../publishing.ts';
import { forgetProduct, forgetUnwatched } from './lists/entries.ts';

let fixture: Fixture;
let engine: Engine;
const SKU = 'CK9246-101';
/** How many regions are polled. */
let regions: number;

beforeEach(async () => {
	fixture = await openFixture();
	const webhooks = await fixture.sandbox.control.createWebhooks({ count: 1 });
	for (const region of ['US', 'GB'] as const)
		await fixture.subscribeAll(webhooks, { brand: 'NIKE', category: 'EQUIPMENT', region, status: 'HOLD' });
	regions = 2;
});
afterEach(() => fixture.close());

const us = async () => Product.query(fixture.db.knex).findOne({ sku: SKU, region: 'US' });
const events = () => EventRow.query(fixture.db.knex).orderBy('id');
const snapshotOf = (row: Product | undefined) => JSON.parse(row?.snapshot ?? 'null') as ProductSnapshot | null;
/** Waits until every region was polled the given number of additional times. */
async function checks(rounds = 2) {
	const { count } = await fixture.sandbox.control.nikeRequests();
	await until(
		'a few checks more',
		async () => (await fixture.sandbox.control.nikeRequests()).count >= count + rounds * regions,
	);
}
async function watching(options = {}) {
	await fixture.watch('MONITOR1', SKU);
	await fixture.watch('MONITOR2', SKU);
	await fixture.watch('MONITOR4', SKU);
	engine = await fixture.start(options);
	await until(
		'every region has its baseline',
		async () => (await Product.query(fixture.db.knex).resultSize()) === regions,
	);
}
const change = (wanted: Parameters<Fixture['sandbox']['control']['setProduct']>[0]['change']) =>
	fixture.sandbox.control.setProduct({ sku: SKU, region: 'US', change: wanted });

test('the first check publishes nothing', async () => {
	await watching();
	await checks();
	expect(await events()).toEqual([]);
	expect(await us()).toMatchObject({ state: 'read', blockedSince: null });
	expect(snapshotOf(await us())).toMatchObject({ status: 'ACTIVE', launchMethod: 'LEO' });
	expect(await Product.query(fixture.db.knex).findOne({ sku: SKU, region: 'GB' })).toMatchObject({ state: 'read' });
});

test('a change is published once', async () => {
	await watching();
	await change({ currentPrice: 150, fullPrice: 205 });
	await until('it is published', async () => (await events()).length > 0);
	await checks();
	expect((await events()).map(({ kind, region }) => ({ kind, region }))).toEqual([{ kind: 'PRICE', region: 'US' }]);
	expect(snapshotOf(await us())?.price).toEqual({ current: 15_000, full: 20_500, currency: 'USD' });
});

test.each([
	['403 with a page', { accessDenied: true }, 'wall (403): Nike answered 403'],
	['500', { status: 500 }, 'HTTP status: Nike answered 500'],
	['a page instead of the feed', { garbage: true }, 'changed format: Nike answered with a page instead of the feed'],
	['another form', { reshaped: true }, 'changed format: Nike answered with something other than the feed'],
] as const)(
	'a feed that answers %s keeps the last snapshot, reports since when, and is no news',
	async (_, fault, reason) => {
		await watching();
		const before = (await us())?.snapshot;
		await fixture.sandbox.control.failNike({ region: 'US', times: 'forever', fault });
		await until('it is noted', async () => (await us())?.blockedReason === reason);
		expect(await us()).toMatchObject({ state: 'read', snapshot: before, blockedSince: expect.any(Number) });
		const pulse = () => engine.pulse().regions.find(({ source, region }) => source === 'NIKE' && region === 'US');
		await until('the pulse reports it', () => pulse()?.blockedReason === reason);
		expect(await events()).toEqual([]);
		await fixture.sandbox.control.healNike();
		await until('it is forgotten once answers come', async () => (await us())?.blockedSince === null, 20_000);
		expect(await events()).toEqual([]);
	},
);

test('a blocked region backs off without delaying others', async () => {
	await fixture.subscribeEverywhere();
	regions = 16;
	await watching();
	await fixture.sandbox.control.failNike({ region: 'US', times: 'forever', fault: { accessDenied: true } });
	await until('it is noted', async () => (await us())?.blockedReason != null);
	await checks(3);
	const { last } = await fixture.sandbox.control.nikeRequests();
	const asked = (region: string) =>
		last.slice(-3 * regions).filter((query) => query.includes(`marketplace%28${region}%29`)).length;
	expect(asked('GB')).toBeGreaterThanOrEqual(2);
	expect(asked('US')).toBeLessThanOrEqual(1);
});

test('a product is gone after two checks and NEW when it returns', async () => {
	await watching();
	await fixture.sandbox.control.failNike({ region: 'US', times: 1, fault: { emptyOk: true } });
	await checks(3);
	expect(await events()).toEqual([]);
	await change({ gone: true });
	await until('it is published', async () => (await events()).length === 1);
	expect(await us()).toMatchObject({ state: 'gone', snapshot: null });
	await change({ gone: false });
	await until('its return is published', async () => (await events()).length === 2);
	expect((await events()).map(({ kind, topicId }) => [kind, topicId === null])).toEqual([
		['STATUS', true],
		['NEW', false],
	]);
});

test('a product that the first check after a day misses is not NEW when it returns', async () => {
	await watching();
	await engine.stop();
	for (const table of ['products', 'check_batches']) {
		await fixture.db.knex(table).update({ checkedAt: Date.now() - 25 * 3_600_000 });
	}
	await fixture.sandbox.control.failNike({ region: 'US', times: 1, fault: { emptyOk: true } });
	engine = await fixture.start();
	await checks(3);
	expect(await us()).toMatchObject({ state: 'read', blockedSince: null });
	expect(await events()).toEqual([]);
});

test('an outage after a day of walls makes no product NEW', async () => {
	const skus = await fixture.sandbox.control.addProducts({ count: 8, regions: ['US'], prefix: 'WALL' });
	await fixture.watch('MONITOR1', ...skus);
	engine = await fixture.start();
	const stored = () => Product.query(fixture.db.knex).where({ region: 'US' });
	await until('all have their baseline', async () => (await stored()).length === skus.length);
	await engine.stop();
	const dayAgo = Date.now() - 25 * 3_600_000;
	await fixture.db.knex('check_batches').update({ checkedAt: dayAgo });
	await stored().patch({ checkedAt: dayAgo, blockedSince: dayAgo, blockedReason: 'wall (403): Nike answered 403' });
	await fixture.sandbox.control.failNike({ region: 'US', times: 3, fault: { emptyOk: true } });
	engine = await fixture.start();
	await until('all are read again', async () => (await stored()).every(({ blockedSince }) => blockedSince === null));
	expect((await stored()).map(({ state }) => state)).toEqual(skus.map(() => 'read'));
	expect(await events()).toEqual([]);
});

test('a size that flickers within the quiet time is published once', async () => {
	await watching();
	await change({ levels: { '8': 'OOS' } });
	await until('the first is published at once', async () => (await events()).length === 1);
	await change({ levels: { '9': 'OOS' } });
	await checks();
	await change({ levels: { '9': 'HIGH' } });
	await checks();
	expect((await events()).map(({ kind }) => kind)).toEqual(['STOCK']);
});

test('differences that remain after the quiet time are published', async () => {
	await watching({ quietMs: 1500 });
	await change({ levels: { '8': 'OOS' } });
	await until('the first is published', async () => (await events()).length === 1);
	await change({ levels: { '9': 'OOS' } });
	await until('the second is published later', async () => (await events()).length === 2);
	const [first, second] = await events();
	expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(1500);
});

test('added SKUs are checked at once and removed ones are not', async () => {
	await watching();
	await fixture.watch('MONITOR1', 'IQ7634-003');
	engine.watchChanged();
	await until(
		'it is checked',
		async () => (await Product.query(fixture.db.knex).where({ sku: 'IQ7634-003' }).resultSize()) === regions,
	);
	await fixture.db.knex('watch_entries').where({ sku: SKU }).delete();
	engine.watchChanged();
	await until('the other is asked alone', async () => {
		const { last } = await fixture.sandbox.control.nikeRequests();
		return last.slice(-regions).every((query) => !query.includes(SKU));
	});
});

test('a product that only persons watch is polled where they watch it, and no channel gets its events', async () => {
	const { knex } = fixture.db;
	const options = JSON.stringify({ kinds: ['PRICE'], sizes: [], states: [] });
	const watch = { discordId: '100000000000000001', brand: 'NIKE', regions: 'US', options, createdAt: 1 } as const;
	await knex('watches').insert([
		{ ...watch, sku: SKU, muted: false },
		{ ...watch, sku: 'DZ5485-612', muted: true },
	]);
	engine = await fixture.start({ watchPolls: 'any' });
	await until('it has its baseline', async () => (await us())?.state === 'read');
	await change({ currentPrice: 150, fullPrice: 205 });
	await until('it is published', async () => (await events()).length > 0);
	expect(await events()).toMatchObject([{ kind: 'PRICE', topicId: null }]);
	expect(await knex('messages')).toEqual([]);
	await until('its watch gets a notice', async () => (await knex('watch_notices')).length === 1);
	expect(await knex('products').pluck('region')).toEqual(['US']);
	await fixture.watch('MONITOR4', SKU);
	await until('a list polls it everywhere', async () => (await Product.query(knex).resultSize()) === regions);
	await change({ currentPrice: 140, fullPrice: 205 });
	await until('channels get it', async () => (await knex('messages')).length === 1);
});

test.each([
	[
		'its last list no longer has',
		['MONITOR1'],
		async () => {
			await fixture.db.knex('watch_entries').delete();
			await forgetUnwatched(fixture.db.knex, 'MONITOR1', [SKU]);
		},
	],
	[
		'was deleted with its only watch, which was added again',
		[],
		async () => {
			const [watch] = await fixture.db.knex('watches');
			await fixture.db.knex('watches').delete();
			await forgetProduct(fixture.db.knex, 'NIKE', SKU);
			await fixture.db.knex('watches').insert({ ...watch!, id: watch!.id + 1 });
		},
	],
])('a watched product that %s has a new baseline', async (_, lists, forget) => {
	const { knex } = fixture.db;
	const options = JSON.stringify({ kinds: ['PRICE'], sizes: [], states: [] });
	const watch = { discordId: '100000000000000001', brand: 'NIKE', regions: 'US', options, createdAt: 1 } as const;
	await knex('watches').insert({ ...watch, sku: SKU, muted: false });
	for (const list of lists) await fixture.watch(list, SKU);
	engine = await fixture.start({ watchPolls: 'any' });
	await until('it has its baseline', async () => (await us())?.state === 'read');
	const before = (await us())?.id ?? 0;
	await forget();
	// Watches are searched every 10 s.
	const now = performance.now.bind(performance);
	const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + 10_000);
	onTestFinished(() => clock.mockRestore());
	engine.watchChanged();
	await until('it has a new baseline', async () => ((await us())?.id ?? 0) > before);
	await change({ currentPrice: 150, fullPrice: 205 });
	await until('the next change is published', async () => (await events()).length === 1);
});

test('what a monitor changed is compared with answers that stay the same', async () => {
	await watching();
	await checks();
	const snapshot = snapshotOf(await us());
	const other = { ...snapshot!, price: { current: 15_000, full: 20_500, currency: 'USD' } };
	const report = { source: 'NIKE', sku: SKU, region: 'US', offer: null, monitor: 'm', observedAt: null } as const;
	expect(await ingest(fixture.db, { ...report, answer: { kind: 'read', snapshot: other } })).toBe('PRICE');
	await until("the shop's price is stored again", async () => {
		return snapshotOf(await us())?.price?.current === snapshot?.price?.current;
	});
	expect((await events()).map(({ kind }) => kind)).toEqual(['PRICE', 'PRICE']);
});

test('a SKU that is removed and added again has a new baseline', async () => {
	await watching();
	const before = (await us())?.id;
	await fixture.db.knex('watch_entries').where({ sku: SKU }).delete();
	await forgetUnwatched(fixture.db.knex, 'MONITOR1', [SKU]);
	await fixture.watch('MONITOR4', SKU);
	engine.watchChanged();
	await until('it has a new baseline', async () => ((await us())?.id ?? 0) > (before ?? 0));
	await change({ currentPrice: 150, fullPrice: 205 });
	await until('it is published', async () => (await events()).length === 1);
	expect((await events()).map(({ kind }) => kind)).toEqual(['PRICE']);
});

test('a change that cannot be stored delays no other product', async () => {
	const [other = ''] = await fixture.sandbox.control.addProducts({ count: 1, regions: ['US'], prefix: 'ZZ' });
	await fixture.watch('MONITOR1', SKU, other);
	engine = await fixture.start();
	await until(
		'both have their baseline',
		async () => (await Product.query(fixture.db.knex).resultSize()) === 2 * regions,
	);
	const { knex, dialect } = fixture.db;
	const before = 'create trigger refuses before insert on events for each row';
	await knex.raw(
		dialect === 'mysql'
			? `${before} if new.sku = '${SKU}' then signal sqlstate '45000'; end if`
			: `${before} when new.sku = '${SKU}' begin select raise(abort, 'refused'); end`,
	);
	await change({ status: 'HOLD' });
	await fixture.sandbox.control.setProduct({ sku: other, region: 'US', change: { status: 'HOLD' } });
	await until('the other is published', async () => (await events()).length === 1);
	expect(engine.pulse().regions.find(({ source, region }) => source === 'NIKE' && region === 'US')).toMatchObject({
		blockedSince: null,
	});
	await knex.raw('drop trigger refuses');
	await until('both are published', async () => (await events()).length === 2);
	expect((await events()).map(({ sku }) => sku)).toEqual([other, SKU]);
});

test('an answer with fewer facts is compared once', async () => {
	await watching();
	await fixture.sandbox.control.failNike({ region: 'US', times: 'forever', fault: { renamed: 'currentPrice' } });
	await checks(3);
	let loaded = 0;
	fixture.db.knex.on('query', ({ sql }: { sql: string }) => (loaded += sql.includes('writtenAt') ? 1 : 0));
	await checks(4);
	expect(loaded).toBe(0);
	expect(snapshotOf(await us())?.price).toMatchObject({ currency: 'USD' });
	await change({ status: 'HOLD' });
	await until('a change is published all the same', async () => (await events()).length === 1);
	expect((await events()).map(({ kind }) => kind)).toEqual(['STATUS']);
});

test.each([
	['forward', 2],
	['back', -2],
] as const)('a change is published after the clock was set %s', async (_, days) => {
	await watching();
	vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days * 86_400_000 });
	onTestFinished(() => void vi.useRealTimers());
	await change({ currentPrice: 150, fullPrice: 205 });
	await until('it is checked', async () => snapshotOf(await us())?.price?.current === 15_000);
	expect((await events()).map(({ kind }) => kind)).toEqual(['PRICE']);
});
