import { Release } from '@dropwire/db';
import { openTestDatabase, type TestDatabase } from '@dropwire/db/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { aSnapshot } from '../testing.ts';
import { releaseSnapshot } from '../product/releaseSnapshot.ts';
import { type LaunchReport, recordReleases, type RecordOptions } from './record.ts';

const NOW = Date.UTC(2026, 10, 27, 12);
const DAY = 86_400_000;

let db: TestDatabase;
beforeEach(async () => {
	db = await openTestDatabase();
});
afterEach(() => db.close());

const place = { brand: 'NIKE', sku: 'CK9246-101', region: 'US' } as const;
const record = (reports: readonly LaunchReport[], options: RecordOptions = {}) =>
	db.transaction((trx) => recordReleases(trx, reports, { now: NOW, ...options }));
const check = (change: Parameters<typeof aSnapshot>[0], now = NOW) =>
	record([{ ...place, origin: 'source', snapshot: aSnapshot(change), at: now }], { now });
const stored = () => Release.query(db.knex).orderBy('id');
const news = () => db.knex('release_news').orderBy('id').pluck('kind');

test('a release has what the shop says about the product, and each change of its date is one piece of news', async () => {
	const entriesUntil = NOW + DAY;
	expect(await check({ launchAt: NOW + 2 * DAY, launchMethod: 'DAN', entriesUntil })).toEqual(['created']);
	expect(await check({ launchAt: NOW + 2 * DAY, launchMethod: 'DAN', entriesUntil })).toEqual(['unchanged']);
	expect(await stored()).toMatchObject([
		{
			title: 'Zoom Vomero 5',
			method: 'DAN',
			entriesUntil,
			price: 16_000,
			currency: 'USD',
			origin: 'source',
			sequence: 0,
		},
	]);
	await check({ launchAt: NOW + 3 * DAY, launchMethod: 'LEO' }, NOW + 1);
	await check({ launchAt: null }, NOW + 2);
	await check({ launchAt: null }, NOW + 3);
	await check({ launchAt: NOW + 4 * DAY, title: ' Vomero\u0007 \u2028 5' }, NOW + 4);
	expect(await news()).toEqual(['ANNOUNCED', 'MOVED', 'CANCELLED', 'ANNOUNCED']);
	expect(await stored()).toMatchObject([
		{ id: 1, title: 'Vomero 5', launchAt: NOW + 4 * DAY, changedAt: NOW + 4, entriesUntil: null, sequence: 3 },
	]);
});

test('how long news waits depends on the former date, too', async () => {
	const former: (number | null)[] = [];
	const waitMs = (_: LaunchReport, formerAt: number | null) => former.push(formerAt);
	for (const launchAt of [NOW + DAY, NOW + 2 * DAY]) {
		await record([{ ...place, origin: 'source', snapshot: aSnapshot({ launchAt }), at: NOW }], { waitMs });
	}
	expect(former).toEqual([null, NOW + DAY]);
	expect(await db.knex('release_news').orderBy('id').pluck('dueAt')).toEqual([NOW + 1, NOW + 2]);
});

test('a product that is gone before its launch calls the release off, which keeps what was known of it', async () => {
	await check({ launchAt: NOW + DAY });
	const gone: LaunchReport = { ...place, origin: 'source', snapshot: null, at: NOW };
	expect(await record([gone])).toEqual(['updated']);
	expect(await record([gone])).toEqual(['unchanged']);
	expect(await stored()).toMatchObject([{ cancelledAt: NOW, title: 'Zoom Vomero 5', price: 16_000 }]);
	expect(await news()).toEqual(['ANNOUNCED', 'CANCELLED']);
});

test('an import with several rows of a product stores each past date, and one release ahead', async () => {
	const row = (launchAt: number, title = 'Vomero'): LaunchReport => {
		const snapshot = releaseSnapshot({ ...place, title, launchAt });
		return { ...place, origin: 'imported', snapshot, at: NOW };
	};
	const rows = [
		row(NOW - 9 * DAY),
		row(NOW - 5 * DAY),
		row(NOW + DAY),
		row(NOW + DAY, 'Vomero 5'),
		row(NOW + 200 * DAY),
	];
	const outcomes = ['created', 'created', 'created', 'updated', 'unchanged'];
	expect(await record(rows, { dryRun: true })).toEqual(outcomes);
	expect(await stored()).toEqual([]);
	expect(await record(rows)).toEqual(outcomes);
	expect((await stored()).map(({ title, launchAt }) => [title, (launchAt - NOW) / DAY])).toEqual([
		['Vomero', -9],
		['Vomero', -5],
		['Vomero 5', 1],
	]);
	expect(await news()).toEqual(['ANNOUNCED']);
});

test('an import completes what a shop does not say, and replaces nothing that it says', async () => {
	await check({ launchAt: NOW + DAY, launchMethod: null, image: null });
	const image = 'https://img.example/1.jpg';
	const snapshot = releaseSnapshot({ ...place, title: 'Other', launchAt: NOW + DAY, method: 'LEO', image });
	const imported = { ...place, origin: 'imported', snapshot, at: NOW } as const;
	expect(await record([imported])).toEqual(['updated']);
	expect(await record([imported])).toEqual(['unchanged']);
	expect(await stored()).toMatchObject([{ title: 'Zoom Vomero 5', method: 'LEO', image, origin: 'source' }]);
});

test('two products with one SKU in two markets are two releases', async () => {
	const report = (region: 'US' | 'JP', launchAt: number) =>
		({ ...place, region, origin: 'source', snapshot: aSnapshot({ region, launchAt }), at: NOW }) as const;
	await record([report('US', NOW + DAY), report('JP', NOW + DAY)]);
	await record([report('JP', NOW + 2 * DAY)]);
	const rows = await stored();
	expect(rows.map(({ region, launchAt }) => [region, (launchAt - NOW) / DAY])).toEqual([
		['US', 1],
		['JP', 2],
	]);
});
