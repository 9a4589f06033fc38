import { EVENT_KINDS } from '@dropwire/domain';
import { EventRow, Product } from '@dropwire/db';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Engine } from '../engine.ts';
import { openFixture, type Fixture, until } from '../testing.ts';
import type { ProductSnapshot } from '@dropwire/retailers';
import { evaluate, STOCK_QUIET_MS } from './evaluate.ts';
import { EVERY_SIZE } from './goneSizes.ts';
import { isOwner } from './ownership.ts';
import { forgetUnwatched } from './products.ts';
import { aSnapshot } from '../testing.ts';

let fixture: Fixture;
let engine: Engine;
const SKU = 'CK9246-101';

beforeEach(async () => {
	fixture = await openFixture();
	await fixture.subscribeEverywhere();
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
		async () => (await fixture.sandbox.control.nikeRequests()).count >= count + rounds * 16,
	);
}
async function watching(options = {}) {
	await fixture.watch('MONITOR1', SKU);
	await fixture.watch('MONITOR2', SKU);
	await fixture.watch('MONITOR4', SKU);
	engine = await fixture.start(options);
	await until('every region has its baseline', async () => (await Product.query(fixture.db.knex).resultSize()) === 16);
}
const change = (wanted: Parameters<Fixture['sandbox']['control']['setProduct']>[0]['change']) =>
	fixture.sandbox.control.setProduct({ sku: SKU, region: 'US', change: wanted });

test('the first check is a baseline and publishes nothing, found or not', async () => {
	await watching();
	await checks();
	expect(await events()).toEqual([]);
	expect(await us()).toMatchObject({ state: 'read', blockedSince: null });
	expect(snapshotOf(await us())).toMatchObject({ status: 'ACTIVE', launchMethod: 'LEO' });
	expect(await Product.query(fixture.db.knex).findOne({ sku: SKU, region: 'GB' })).toMatchObject({ state: 'read' });
});

test('a change is one event, however often it is checked afterwards', async () => {
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
	['a page instead of the feed', { garbage: true }, 'wall page: Nike answered with a page instead of the feed'],
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
	40_000,
);

test('a blocked region is polled less and less often, and the others go on', async () => {
	await watching();
	await fixture.sandbox.control.failNike({ region: 'US', times: 'forever', fault: { accessDenied: true } });
	await until('it is noted', async () => (await us())?.blockedReason != null);
	await checks(3);
	const { last } = await fixture.sandbox.control.nikeRequests();
	const asked = (region: string) =>
		last.slice(-48).filter((query) => query.includes(`marketplace%28${region}%29`)).length;
	expect(asked('GB')).toBeGreaterThanOrEqual(2);
	expect(asked('US')).toBeLessThanOrEqual(1);
});

test('gone counts after two checks in a row, and coming back is new', async () => {
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

test('a size that goes and comes back within the quiet time publishes nothing more', async () => {
	await watching();
	await change({ levels: { '8': 'OOS' } });
	await until('the first is published at once', async () => (await events()).length === 1);
	await change({ levels: { '9': 'OOS' } });
	await checks();
	await change({ levels: { '9': 'HIGH' } });
	await checks();
	expect((await events()).map(({ kind }) => kind)).toEqual(['STOCK']);
});

test('what still differs after the quiet time is published then', async () => {
	await watching({ quietMs: 1500 });
	await change({ levels: { '8': 'OOS' } });
	await until('the first is published', async () => (await events()).length === 1);
	await change({ levels: { '9': 'OOS' } });
	await until('the second is published later', async () => (await events()).length === 2);
	const [first, second] = await events();
	expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(1500);
});

test('a SKU that is added is checked soon, one that is removed no more', async () => {
	await watching();
	await fixture.watch('MONITOR1', 'IQ7634-003');
	engine.watchChanged();
	await until(
		'it is checked',
		async () => (await Product.query(fixture.db.knex).where({ sku: 'IQ7634-003' }).resultSize()) === 16,
	);
	await fixture.db.knex('watch_entries').where({ sku: SKU }).delete();
	engine.watchChanged();
	await until('the other is asked alone', async () => {
		const { last } = await fixture.sandbox.control.nikeRequests();
		return last.slice(-16).every((query) => !query.includes(SKU));
	});
});

test('a SKU that is removed and added again before the engine notices has a new baseline, and its next change is published', async () => {
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

const options = { watched: ['STOCK', 'RESTOCK', 'STATUS', 'PRICE'], announcesLaunches: true } as const;
const AT = 1_790_000_000_000;
const known = {
	snapshot: aSnapshot(),
	goneChecks: 0,
	stockToldAt: null,
	checkedAt: AT - 30_000,
	buyableSince: AT - 3_600_000,
};
const read = (snapshot: ProductSnapshot) => ({ kind: 'read', snapshot }) as const;
const soldOut = aSnapshot({ sizes: [{ size: '8', available: false, level: 'OOS', count: null }] });

test('only changes of levels are held back by the quiet time: not a status, a product that sells out, or its return', () => {
	const fewer = aSnapshot({ sizes: [{ size: '8', available: true, level: 'LOW', count: null }] });
	const published = { ...known, stockToldAt: AT, goneSizes: new Set(['8']) };
	const at = AT + STOCK_QUIET_MS - 1;
	expect(evaluate(published, read(aSnapshot({ status: 'CLOSEOUT' })), { ...options, at })).toMatchObject({
		kind: 'news',
		event: 'STATUS',
	});
	expect(evaluate(published, read(fewer), { ...options, at })).toMatchObject({ kind: 'same' });
	expect(evaluate(published, read(fewer), { ...options, at: at + 1 })).toMatchObject({ kind: 'news', event: 'STOCK' });
	expect(evaluate(published, read(soldOut), { ...options, at })).toMatchObject({ kind: 'news', event: 'STOCK' });
	expect(evaluate({ ...published, snapshot: soldOut }, read(aSnapshot()), { ...options, at })).toMatchObject({
		kind: 'news',
		event: 'RESTOCK',
	});
});

test('a stock event from before the clock was set back an hour holds nothing back', () => {
	const fewer = aSnapshot({ sizes: [{ size: '8', available: true, level: 'LOW', count: null }] });
	const ahead = { ...known, stockToldAt: AT + 3_600_000 };
	expect(evaluate(ahead, read(fewer), { ...options, at: AT })).toMatchObject({ kind: 'news', event: 'STOCK' });
});

test('a size is gone after two checks in a row, one by one, whatever else changes; an external monitor needs no second', () => {
	const named = (...available: string[]) =>
		aSnapshot({
			available: available.length > 0,
			sizes: ['8', '9'].map((size) => ({ size, available: available.includes(size), level: null, count: null })),
		});
	const both = { ...known, snapshot: named('8', '9') };
	const check = (before: Parameters<typeof evaluate>[0], after: ProductSnapshot) =>
		evaluate(before, read(after), { ...options, at: AT });
	const first = check(both, named('9'));
	expect(first).toEqual({ kind: 'same', goneChecks: 0, goneSizes: new Set(['8']) });
	const counted = { ...both, goneSizes: new Set(['8']) };
	expect(check(counted, named('8', '9'))).toEqual({ kind: 'same', goneChecks: 0, goneSizes: undefined });
	// The second size is still held, and with it the product.
	expect(check(counted, named())).toMatchObject({
		kind: 'news',
		event: 'STOCK',
		snapshot: { ...named('9'), available: true },
		goneSizes: new Set(['8', '9']),
	});
	expect(check(both, { ...named('9'), status: 'CLOSEOUT' })).toMatchObject({
		event: 'STATUS',
		snapshot: { ...named('8', '9'), status: 'CLOSEOUT' },
	});
	const unlisted = { ...named('9'), sizes: named('9').sizes.slice(1) };
	expect(check(both, unlisted)).toMatchObject({ kind: 'same', goneSizes: new Set(['8']) });
	// The shop's word about the whole product, without and beside sizes.
	for (const whole of [aSnapshot({ sizes: [] }), aSnapshot()]) {
		const out = { ...whole, available: false };
		const before = { ...known, snapshot: whole };
		expect(check(before, out)).toMatchObject({ kind: 'same' });
		expect(check({ ...before, goneSizes: EVERY_SIZE }, out)).toMatchObject({ event: 'STOCK', snapshot: out });
	}
});

test('what is no news is stored without an event', () => {
	expect(evaluate(known, read(aSnapshot({ title: 'other' })), { ...options, at: AT })).toMatchObject({ kind: 'quiet' });
	expect(evaluate(known, read(soldOut), { ...options, watched: ['PRICE'], at: AT })).toMatchObject({ kind: 'quiet' });
	expect(evaluate(known, { kind: 'blocked', reason: 'wall', retryAfterMs: null }, { ...options, at: AT })).toEqual({
		kind: 'blocked',
		reason: 'wall',
	});
});

test('a price that is not stated for a while is no news, and a new one afterwards is', () => {
	const prices = { ...options, watched: ['PRICE'], at: AT } as const;
	const hidden = evaluate(known, read(aSnapshot({ price: null, title: 'other' })), prices);
	expect(hidden).toMatchObject({ kind: 'quiet', snapshot: { title: 'other', price: aSnapshot().price } });
	const lower = aSnapshot({ price: { current: 9000, full: 16_000, currency: 'USD' } });
	expect(evaluate(known, read(aSnapshot({ price: null })), prices)).toMatchObject({ kind: 'same' });
	expect(evaluate(known, read(lower), prices)).toMatchObject({ kind: 'news', event: 'PRICE' });
});

test('a shop that names its launch only until then: the product is live when it is on sale, and restocked later', () => {
	const shop = { watched: EVENT_KINDS, announcesLaunches: false };
	const waiting = aSnapshot({ status: null, launchAt: AT, available: false });
	const onSale = aSnapshot({ status: null, launchAt: null });
	const soldOutLater = { ...onSale, available: false };
	const before = { ...known, snapshot: waiting, buyableSince: null };
	const at = AT + 5000;
	const live = { kind: 'news', event: 'LIVE', snapshot: { ...onSale, launchAt: AT }, buyableSince: at };
	expect(evaluate(before, read(onSale), { ...shop, at })).toMatchObject(live);
	// A second before the launch, by the shop's clock.
	expect(evaluate(before, read(onSale), { ...shop, at: AT - 1000 })).toMatchObject({
		...live,
		snapshot: { ...onSale, launchAt: AT - 1000 },
		buyableSince: AT - 1000,
	});
	const after = { ...before, snapshot: { ...onSale, launchAt: AT }, checkedAt: at, buyableSince: at };
	expect(evaluate(after, read(onSale), { ...shop, at: at + 1000 })).toMatchObject({ kind: 'same' });
	const gone = { ...after, goneSizes: EVERY_SIZE };
	expect(evaluate(gone, read(soldOutLater), { ...shop, at: at + 1000 })).toMatchObject({ event: 'STOCK' });
	const again = { ...after, snapshot: { ...soldOutLater, launchAt: AT }, checkedAt: AT + 3_600_000 };
	expect(evaluate(again, read(onSale), { ...shop, at: AT + 3_601_000 })).toMatchObject({ event: 'RESTOCK' });
	// A launch that is cancelled.
	expect(evaluate(before, read(soldOutLater), { ...shop, at: AT - 1000 })).toMatchObject({ event: 'STATUS' });
});

test('an answer without the launch date of a product whose stock is listed before it is no launch, days ahead', () => {
	const shop = { watched: EVENT_KINDS, announcesLaunches: true };
	const waiting = { ...known, snapshot: aSnapshot({ launchAt: AT }), buyableSince: null };
	const undated = read(aSnapshot({ launchAt: null }));
	expect(evaluate(waiting, undated, { ...shop, at: AT - 86_400_000 + 30_000 })).toMatchObject({ event: 'STATUS' });
	expect(evaluate(waiting, undated, { ...shop, at: AT - 1000 })).toMatchObject({ event: 'LIVE' });
});

test('an unchanged product is live at its launch, once', () => {
	const waiting = { ...known, snapshot: aSnapshot({ launchAt: AT }), buyableSince: null };
	const live = { ...options, watched: EVENT_KINDS };
	expect(evaluate(waiting, read(waiting.snapshot), { ...live, at: AT - 1 })).toMatchObject({ kind: 'same' });
	const launched = { kind: 'news', event: 'LIVE', buyableSince: AT };
	expect(evaluate(waiting, read(waiting.snapshot), { ...live, at: AT })).toMatchObject(launched);
	const after = { ...waiting, checkedAt: AT, buyableSince: AT };
	expect(evaluate(after, read(waiting.snapshot), { ...live, at: AT + 1000 })).toMatchObject({ kind: 'same' });
});

test('a product that was sold before is live at its next launch, also if the first check after it could not be stored', () => {
	const again = { ...known, snapshot: aSnapshot({ launchAt: AT }), checkedAt: AT + 500, buyableSince: AT - 86_400_000 };
	const decision = evaluate(again, read(again.snapshot), { ...options, watched: EVENT_KINDS, at: AT + 2000 });
	expect(decision).toMatchObject({ kind: 'news', event: 'LIVE', buyableSince: AT + 2000 });
});

test('the first check after more than a day is a new baseline', () => {
	const late = { ...known, checkedAt: AT - 86_400_001 };
	expect(evaluate(late, read(soldOut), { ...options, at: AT })).toMatchObject({ kind: 'baseline', snapshot: soldOut });
	const lately = { ...known, checkedAt: AT - 86_400_000 };
	expect(evaluate(lately, read(soldOut), { ...options, at: AT })).toMatchObject({ kind: 'news' });
});

test('every SKU belongs to exactly one process, and one that leaves moves only its own', () => {
	const workers = ['a', 'b', 'c'];
	const skus = Array.from({ length: 300 }, (_, n) => `SKU-${n}`);
	const ownerOf = (sku: string, of: string[]) => of.filter((worker) => isOwner(worker, of, sku));
	const owners = skus.map((sku) => ownerOf(sku, workers));
	expect(owners.every((list) => list.length === 1)).toBe(true);
	for (const worker of workers) expect(owners.filter(([owner]) => owner === worker).length).toBeGreaterThan(50);
	for (const [index, sku] of skus.entries()) {
		const [owner] = owners[index] as [string];
		if (owner !== 'c') expect(ownerOf(sku, ['a', 'b'])).toEqual([owner]);
	}
});

test('a product whose change cannot be stored holds up no other, and is published once it can be', async () => {
	const [other = ''] = await fixture.sandbox.control.addProducts({ count: 1, regions: ['US'], prefix: 'ZZ' });
	await fixture.watch('MONITOR1', SKU, other);
	engine = await fixture.start();
	await until('both have their baseline', async () => (await Product.query(fixture.db.knex).resultSize()) === 32);
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
