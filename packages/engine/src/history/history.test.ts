import { HistorySeries } from '@dropwire/db';
import { type HistoryPoint, REGIONS } from '@dropwire/domain';
import type { ProductSnapshot } from '@dropwire/retailers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ingest } from '../publishing.ts';
import { aSnapshot, type Fixture, openFixture, storeHistories, until } from '../testing.ts';
import { compactHistories } from '../retention/compactHistories.ts';
import { forgetUnwatched } from '../watch/lists/entries.ts';
import { readAllPoints, readHistory } from './read.ts';
import { recordChecks } from './record.ts';

const SKU = 'CK9246-101';
const SERIES = { source: 'NIKE', sku: SKU, region: 'US', offer: 'NEW' } as const;
const MINUTE = 60_000;

let fixture: Fixture;
beforeEach(async () => {
	fixture = await openFixture();
});
afterEach(() => fixture.close());

const read = async () => (await readHistory(fixture.db.knex, SERIES))?.points ?? [];
const events = () => fixture.db.knex('events').orderBy('id').pluck('kind');

/** A report of a product, by an external monitor. */
function report(snapshot: ProductSnapshot | null, observedAt: number | null = null) {
	const answer = snapshot ? ({ kind: 'read', snapshot } as const) : ({ kind: 'gone' } as const);
	const product = { source: 'NIKE', sku: SKU, region: 'US', offer: null } as const;
	return ingest(fixture.db, { ...product, monitor: 'm', answer, observedAt });
}

function withSizes(available: Record<string, boolean>, more: Partial<ProductSnapshot> = {}): ProductSnapshot {
	const sizes = Object.entries(available).map(([size, one]) => ({ size, available: one, level: null, count: null }));
	return aSnapshot({ sizes, available: sizes.some((size) => size.available), ...more });
}

const price = (current: number) => ({ price: { current, full: 10_000, currency: 'USD' } });

test('a change is a point at the time of its report, whether or not it is an event', async () => {
	const now = Date.now();
	const at = [50, 40, 30, 20].map((days) => now - days * 24 * 60 * MINUTE);
	await report(withSizes({ 8: true, 9: true }, price(10_000)), at[0]);
	await report(withSizes({ 8: true, 9: true }, price(9000)), at[1]);
	await report(withSizes({ 8: true, 9: true }, { ...price(9000), title: 'Renamed' }), at[2]);
	await report(null, at[3]);
	const points = await read();
	expect(points).toMatchObject([
		{ at: at[0], price: 10_000, full: 10_000, currency: 'USD', available: true, inStock: 2 },
		{ at: at[1], price: 9000 },
		{ at: at[3], price: null, available: false, inStock: 0 },
	]);
	expect(points).toHaveLength(3);
	expect(await events()).toEqual([]);
});

test('a report of the last ten minutes is an event, an older one only a point', async () => {
	const now = Date.now();
	await report(withSizes({ 9: true }, price(10_000)), now - 30 * MINUTE);
	expect(await report(withSizes({ 9: true }, price(9000)), now - 11 * MINUTE)).toBeNull();
	expect(await report(withSizes({ 9: true }, price(8000)), now - 9 * MINUTE)).toBe('PRICE');
	expect(await report(withSizes({ 9: true }, price(7000)), now - 20 * MINUTE)).toBeNull();
	expect((await read()).map((point) => point.price)).toEqual([10_000, 9000, 8000]);
	expect(await events()).toEqual(['PRICE']);
});

test('a report without a time is not newer than one of a clock that is ahead', async () => {
	await report(withSizes({ 9: true }, price(10_000)));
	expect(await report(withSizes({ 9: true }, price(9000)), Date.now() + MINUTE / 2)).toBe('PRICE');
	expect(await report(withSizes({ 9: true }, price(8000)))).toBeNull();
	expect((await read()).map((point) => point.price)).toEqual([10_000, 9000]);
});

test('stock that changes within a minute of a restock is in the history at once', async () => {
	await report(withSizes({ 8: false, 9: false }));
	expect(await report(withSizes({ 8: true, 9: true }))).toBe('RESTOCK');
	expect(await report(withSizes({ 8: false, 9: true }))).toBe('STOCK');
	expect(await report(withSizes({ 8: true, 9: true }))).toBe('RESTOCK');
	const points = await read();
	expect(points.map(({ sizes }) => sizes)).toEqual([[], ['8', '9'], ['9'], ['9', '8']]);
	expect(points.map(({ noRestock }) => noRestock)).toEqual([undefined, undefined, undefined, undefined]);
	expect(await events()).toEqual(['RESTOCK', 'STOCK', 'RESTOCK']);
});

test('checks that publish nothing in the quiet time have their points', async () => {
	const { control } = fixture.sandbox;
	const set = (level: 'HIGH' | 'OOS') =>
		control.setProduct({ sku: SKU, region: 'US', change: { levels: { '8': level } } });
	await fixture.subscribeAll(await control.createWebhooks({ count: 1 }));
	await fixture.watch('MONITOR2', SKU);
	await set('OOS');
	await fixture.start();
	for (const [index, level] of (['OOS', 'HIGH', 'OOS', 'HIGH'] as const).entries()) {
		await set(level);
		await until(`point ${index} is recorded`, async () => (await read()).length === index + 1);
	}
	const counts = (await read()).map(({ inStock }) => inStock ?? 0);
	const others = counts[0] ?? 0;
	expect(counts).toEqual([others, others + 1, others, others + 1]);
	expect((await read()).map(({ noRestock }) => noRestock)).toEqual([undefined, undefined, undefined, undefined]);
	expect(await events()).toEqual(['RESTOCK']);
});

test('what was there after a pause of more than a day did not come back', async () => {
	const now = Date.now();
	await report(withSizes({ 9: false }), now - 50 * 60 * MINUTE);
	await report(withSizes({ 9: true }), now - 20 * MINUTE);
	expect(await read()).toMatchObject([{ inStock: 0 }, { inStock: 1, noRestock: true }]);
});

test('a product that leaves its last list ends with a gap, and begins again', async () => {
	await fixture.subscribeAll(await fixture.sandbox.control.createWebhooks({ count: 1 }));
	await fixture.watch('MONITOR1', SKU);
	await fixture.watch('MONITOR4', SKU);
	await fixture.start();
	await until('the first check is in the history', async () => (await read()).length === 1);
	const [first] = await read();
	expect(first).toMatchObject({ currency: 'USD', full: first?.price });
	await fixture.db.knex('watch_entries').where({ list: 'MONITOR4' }).delete();
	await fixture.db.transaction((trx) => forgetUnwatched(trx, 'MONITOR4', [SKU]));
	expect(await read()).toHaveLength(1);

	await fixture.stopEngines();
	await fixture.db.knex('watch_entries').delete();
	await fixture.db.transaction((trx) => forgetUnwatched(trx, 'MONITOR1', [SKU]));
	expect(await read()).toMatchObject([{ at: first?.at }, { gap: true, price: null }]);
	await fixture.db.transaction((trx) => forgetUnwatched(trx, 'MONITOR1', [SKU]));
	expect(await read()).toHaveLength(2);

	await report(aSnapshot());
	expect((await read()).at(-1)).toMatchObject({ currency: 'USD', available: aSnapshot().available });
});

test('a product that leaves its last list ends only where no external monitor reports it', async () => {
	const { knex } = fixture.db;
	const answer = { kind: 'read', snapshot: withSizes({ 9: false }, price(10_000)) } as const;
	const product = { source: 'NIKE', sku: SKU, offer: null, monitor: 'm', observedAt: null, answer } as const;
	for (const region of ['US', 'JP'] as const) await ingest(fixture.db, { ...product, region });
	await knex('products').where({ region: 'JP' }).update({ reportedBy: null });
	await fixture.db.transaction((trx) => forgetUnwatched(trx, 'MONITOR1', [SKU]));
	expect(await knex('products').pluck('region')).toEqual(['US']);
	expect(await knex('catalogue_regions').orderBy('region').select('region', 'price')).toEqual([
		{ region: 'JP', price: null },
		{ region: 'US', price: 10_000 },
	]);
	const gaps = async (region: 'US' | 'JP') =>
		(await readHistory(knex, { ...SERIES, region }))?.points.map(({ gap }) => gap);
	expect([await gaps('US'), await gaps('JP')]).toEqual([[undefined], [undefined, true]]);
	expect(await report(withSizes({ 9: true }, price(10_000)))).toBe('RESTOCK');
});

test('hundreds of products that were sold in every region leave their list at once', async () => {
	const skus = Array.from({ length: 250 }, (_, n) => `MANY00-${n}`);
	const check = { at: Date.now() - MINUTE, found: aSnapshot(), previousAt: null, previous: null };
	const checks = skus.map((sku) => ({ ...check, sku }));
	await fixture.db.transaction(async (trx) => {
		for (const region of REGIONS) await recordChecks(trx, { source: 'NIKE', region, offer: 'NEW' }, checks);
	});
	await fixture.db.transaction((trx) => forgetUnwatched(trx, 'MONITOR1', skus));
	expect(await HistorySeries.query(fixture.db.knex).where({ points: 2 }).resultSize()).toBe(
		skus.length * REGIONS.length,
	);
});

test('a long history is read from all of its chunks', async () => {
	const begin = Date.now() - 40 * 24 * 60 * MINUTE;
	const reported: number[] = [];
	for (let n = 0; n < 200; n++) {
		reported.push(10_000 - (n % 7) * 100);
		await report(
			withSizes({ 8: n % 3 === 0, 9: n % 2 === 0, 10: true }, price(reported.at(-1) ?? 0)),
			begin + n * MINUTE,
		);
	}
	const points = await read();
	expect(points.map((point) => point.price)).toEqual(reported);
	expect(points.map((point) => point.at)).toEqual(reported.map((_, n) => begin + n * MINUTE));
	const series = await HistorySeries.query(fixture.db.knex).findOne(SERIES).throwIfNotFound();
	expect(series).toMatchObject({ firstAt: begin, lastAt: points.at(-1)?.at, points: 200, detailAt: begin });
	expect(await fixture.db.knex('history_chunks').where({ seriesId: series.id }).pluck('seriesId')).not.toEqual([]);
	const cut = await readHistory(fixture.db.knex, SERIES, { maxChunks: 0 });
	expect(cut?.isCut).toBe(true);
	expect(cut?.points).toEqual(points.slice(-(cut?.points.length ?? 0)));
	expect(cut?.points.length).toBeLessThan(200);
	const chunkCount = await fixture.db.knex('history_chunks').where({ seriesId: series.id }).pluck('firstAt');
	expect(await readHistory(fixture.db.knex, SERIES, { maxChunks: chunkCount.length })).toEqual({
		points,
		isCut: false,
	});
	const all: HistoryPoint[] = [];
	for await (const part of readAllPoints(fixture.db.knex, series.id)) all.push(...part);
	expect(all).toEqual(points);
});

test('the points of an old day become one, and later ones follow them', async () => {
	const day = 24 * 60 * MINUTE;
	const begin = Math.floor(Date.now() / day) * day - 430 * day;
	const points = Array.from({ length: 40 * 10 }, (_, n): HistoryPoint => {
		const sizes = [...(n % 2 === 0 ? ['8'] : []), ...(n % 5 > 0 ? ['9'] : [])];
		const at = begin + Math.floor(n / 10) * day + (n % 10) * 70 * MINUTE;
		const money = { price: 5000 + ((n * 37) % 400), full: 10_000, currency: 'USD' };
		return { at, ...money, status: 'ACTIVE', available: sizes.length > 0, inStock: sizes.length, sizes };
	});
	await storeHistories(fixture.db.knex, [{ ...SERIES, points }]);
	const detailed = await read();
	expect(detailed).toHaveLength(400);
	expect(await compactHistories(fixture.db, 400)).toBe(30 * 9);
	const compacted = await read();
	expect(compacted).toHaveLength(400 - 30 * 9);
	const days = compacted.filter((point) => point.day);
	expect(days.map(({ at }) => at)).toEqual(Array.from({ length: 30 }, (_, n) => begin + n * day));
	expect(days[3]).toMatchObject({
		price: detailed[39]?.price,
		day: { low: Math.min(...detailed.slice(29, 40).map((point) => point.price ?? 0)) },
	});
	// The order of sizes is no part of a point.
	const plain = (point: HistoryPoint) => ({ ...point, sizes: point.sizes?.toSorted() });
	expect(compacted.slice(30).map(plain)).toEqual(detailed.slice(300).map(plain));
	const series = await HistorySeries.query(fixture.db.knex).findOne(SERIES).throwIfNotFound();
	expect(series).toMatchObject({ points: compacted.length, detailAt: begin + 30 * day, lastAt: detailed.at(-1)?.at });
	expect(await compactHistories(fixture.db, 400)).toBe(0);

	expect(await compactHistories(fixture.db, 400, { now: Date.now() + 400 * day })).toBe(10 * 9);
	await report(withSizes({ 8: true, 9: true }, price(1)));
	const [last, before] = (await read()).toReversed();
	expect(last).toMatchObject({ price: 1, inStock: 2 });
	expect(before).toMatchObject({ at: begin + 39 * day, day: { restocks: expect.any(Number) } });
});
