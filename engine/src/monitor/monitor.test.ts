import { EventRow, Product } from '@dropwire/db';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Engine } from '../engine.ts';
import { openStage, type Stage, until } from '../testing.ts';
import type { ProductSnapshot } from '../sources/source.ts';
import { look, STOCK_QUIET_MS } from './look.ts';
import { isOwner } from './ownership.ts';
import { aSnapshot } from '../testing.ts';

let stage: Stage;
let engine: Engine;
const SKU = 'CK9246-101';

beforeEach(async () => {
	stage = await openStage();
});
afterEach(() => stage.close());

const us = async () => Product.query(stage.db.knex).findOne({ sku: SKU, region: 'US' });
const events = () => EventRow.query(stage.db.knex).orderBy('id');
const snapshotOf = (row: Product | undefined) => JSON.parse(row?.snapshot ?? 'null') as ProductSnapshot | null;
/** Waits until every region has been asked so many times more. */
async function looks(rounds = 2) {
	const { count } = await stage.sandbox.control.nikeRequests();
	await until(
		'a few looks more',
		async () => (await stage.sandbox.control.nikeRequests()).count >= count + rounds * 16,
	);
}
async function watching(options = {}) {
	await stage.watch('MONITOR1', SKU);
	await stage.watch('MONITOR2', SKU);
	await stage.watch('MONITOR4', SKU);
	engine = await stage.start(options);
	await until('every region has its baseline', async () => (await Product.query(stage.db.knex).resultSize()) === 16);
}
const change = (wanted: Parameters<Stage['sandbox']['control']['setProduct']>[0]['change']) =>
	stage.sandbox.control.setProduct({ sku: SKU, region: 'US', change: wanted });

test('the first look is a baseline and says nothing, found or not', async () => {
	await watching();
	await looks();
	expect(await events()).toEqual([]);
	expect(await us()).toMatchObject({ state: 'read', blockedSince: null });
	expect(snapshotOf(await us())).toMatchObject({ status: 'ACTIVE', launchMethod: 'LEO' });
	expect(await Product.query(stage.db.knex).findOne({ sku: SKU, region: 'GB' })).toMatchObject({ state: 'read' });
});

test('a change is one event, however often it is looked at afterwards', async () => {
	await watching();
	await change({ currentPrice: 150, fullPrice: 205 });
	await until('it is told', async () => (await events()).length > 0);
	await looks();
	expect((await events()).map(({ kind, region }) => ({ kind, region }))).toEqual([{ kind: 'PRICE', region: 'US' }]);
	expect(snapshotOf(await us())?.price).toEqual({ current: 15_000, full: 20_500, currency: 'USD' });
});

test.each([
	['403 with a page', { accessDenied: true }, 'Nike answered 403'],
	['500', { status: 500 }, 'Nike answered 500'],
	['a page instead of the feed', { garbage: true }, 'Nike answered something that is not the feed'],
	['another form', { reshaped: true }, 'Nike answered something that is not the feed'],
] as const)(
	'a feed that answers %s keeps the last snapshot, says since when, and is no news',
	async (_, fault, reason) => {
		await watching();
		const before = (await us())?.snapshot;
		await stage.sandbox.control.failNike({ region: 'US', times: 'forever', fault });
		await until('it is noted', async () => (await us())?.blockedReason === reason);
		expect(await us()).toMatchObject({ state: 'read', snapshot: before, blockedSince: expect.any(Number) });
		const pulse = () => engine.pulse().regions.find(({ region }) => region === 'US');
		await until('the pulse says so', () => pulse()?.blockedReason === reason);
		expect(await events()).toEqual([]);
		await stage.sandbox.control.healNike();
		await until('it is forgotten once answers come', async () => (await us())?.blockedSince === null, 20_000);
		expect(await events()).toEqual([]);
	},
	40_000,
);

test('a blocked region is left alone for longer and longer, and the others go on', async () => {
	await watching();
	await stage.sandbox.control.failNike({ region: 'US', times: 'forever', fault: { accessDenied: true } });
	await until('it is noted', async () => (await us())?.blockedReason != null);
	await looks(3);
	const { last } = await stage.sandbox.control.nikeRequests();
	const asked = (region: string) =>
		last.slice(-48).filter((query) => query.includes(`marketplace%28${region}%29`)).length;
	expect(asked('GB')).toBeGreaterThanOrEqual(2);
	expect(asked('US')).toBeLessThanOrEqual(1);
});

test('gone counts when it is seen twice in a row, and coming back is new', async () => {
	await watching();
	await stage.sandbox.control.failNike({ region: 'US', times: 1, fault: { emptyOk: true } });
	await looks(3);
	expect(await events()).toEqual([]);
	await change({ gone: true });
	await until('it is told', async () => (await events()).length === 1);
	expect(await us()).toMatchObject({ state: 'gone', snapshot: null });
	await change({ gone: false });
	await until('its return is told', async () => (await events()).length === 2);
	expect((await events()).map(({ kind, topicId }) => [kind, topicId === null])).toEqual([
		['STATUS', true],
		['SHOCK_DROP', false],
	]);
});

test('a size that goes and comes back within the quiet time says nothing more', async () => {
	await watching();
	await change({ levels: { '8': 'OOS' } });
	await until('the first is told at once', async () => (await events()).length === 1);
	await change({ levels: { '9': 'OOS' } });
	await looks();
	await change({ levels: { '9': 'HIGH' } });
	await looks();
	expect((await events()).map(({ kind }) => kind)).toEqual(['STOCK']);
});

test('what still differs after the quiet time is told then', async () => {
	await watching({ quietMs: 1500 });
	await change({ levels: { '8': 'OOS' } });
	await until('the first is told', async () => (await events()).length === 1);
	await change({ levels: { '9': 'OOS' } });
	await until('the second is told later', async () => (await events()).length === 2);
	const [first, second] = await events();
	expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(1500);
});

test('a SKU that is added is looked at soon, one that is removed no more', async () => {
	await watching();
	await stage.watch('MONITOR1', 'IQ7634-003');
	engine.watchChanged();
	await until(
		'it is looked at',
		async () => (await Product.query(stage.db.knex).where({ sku: 'IQ7634-003' }).resultSize()) === 16,
	);
	await stage.db.knex('watch_entries').where({ sku: SKU }).delete();
	engine.watchChanged();
	await until('the other is asked alone', async () => {
		const { last } = await stage.sandbox.control.nikeRequests();
		return last.slice(-16).every((query) => !query.includes(SKU));
	});
});

const watched = ['STOCK', 'RESTOCK', 'STATUS', 'PRICE'] as const;
const known = { snapshot: aSnapshot(), goneLooks: 0, stockToldAt: null };
const read = (snapshot: ProductSnapshot) => ({ kind: 'read', snapshot }) as const;
const soldOut = aSnapshot({ sizes: [{ size: '8', available: false, level: 'OOS', count: null }] });

test('news of status is never held back by the quiet time, news of stock is', () => {
	const told = { ...known, stockToldAt: 1000 };
	const at = 1000 + STOCK_QUIET_MS - 1;
	expect(look(told, read(aSnapshot({ status: 'CLOSEOUT' })), { watched, at })).toMatchObject({
		kind: 'news',
		event: 'STATUS',
	});
	expect(look(told, read(soldOut), { watched, at })).toEqual({ kind: 'same', goneLooks: 0 });
	expect(look(told, read(soldOut), { watched, at: at + 1 })).toMatchObject({ kind: 'news', event: 'STOCK' });
	expect(look({ ...told, snapshot: soldOut }, read(aSnapshot()), { watched, at })).toMatchObject({
		kind: 'news',
		event: 'RESTOCK',
	});
});

test('what is no news is remembered in silence', () => {
	expect(look(known, read(aSnapshot({ title: 'other' })), { watched, at: 1 })).toMatchObject({ kind: 'quiet' });
	expect(look(known, read(soldOut), { watched: ['PRICE'], at: 1 })).toMatchObject({ kind: 'quiet' });
	expect(look(known, { kind: 'blocked', reason: 'wall', retryAfterMs: null }, { watched, at: 1 })).toEqual({
		kind: 'blocked',
		reason: 'wall',
	});
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

test('a product whose change cannot be stored holds up no other, and is told once it can be', async () => {
	const [other = ''] = await stage.sandbox.control.addProducts({ count: 1, regions: ['US'], prefix: 'ZZ' });
	await stage.watch('MONITOR1', SKU, other);
	engine = await stage.start();
	await until('both have their baseline', async () => (await Product.query(stage.db.knex).resultSize()) === 32);
	const { knex, dialect } = stage.db;
	const before = 'create trigger refuses before insert on events for each row';
	await knex.raw(
		dialect === 'mysql'
			? `${before} if new.sku = '${SKU}' then signal sqlstate '45000'; end if`
			: `${before} when new.sku = '${SKU}' begin select raise(abort, 'refused'); end`,
	);
	await change({ status: 'HOLD' });
	await stage.sandbox.control.setProduct({ sku: other, region: 'US', change: { status: 'HOLD' } });
	await until('the other is told', async () => (await events()).length === 1);
	expect(engine.pulse().regions.find(({ region }) => region === 'US')).toMatchObject({ blockedSince: null });
	await knex.raw('drop trigger refuses');
	await until('both are told', async () => (await events()).length === 2);
	expect((await events()).map(({ sku }) => sku)).toEqual([other, SKU]);
});
