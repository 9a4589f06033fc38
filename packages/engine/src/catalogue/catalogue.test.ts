import { CatalogueEntry, CatalogueRegion } from '@dropwire/db';
import type { Region } from '@dropwire/domain';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ingest } from '../publishing.ts';
import { aSnapshot, type Fixture, openFixture, until } from '../testing.ts';
import { backfill } from './backfill.ts';
import { importEntries } from './importEntries.ts';
import { factsOfSnapshot, withImported, withStated } from './facts.ts';

let fixture: Fixture;
beforeEach(async () => {
	fixture = await openFixture();
});
afterEach(() => fixture.close());

const entries = () => CatalogueEntry.query(fixture.db.knex).orderBy(['brand', 'sku']);
const known = { stated: '', statedIn: null, title: 'Imported', color: 'Red' };
const options = { region: 'US', isSecondary: false } as const;

/** A report of an external monitor. */
const report = (change: Parameters<typeof aSnapshot>[0] | null, region: Region = 'US', observedAt = Date.now()) => {
	const answer = change
		? ({ kind: 'read', snapshot: aSnapshot({ region, ...change }) } as const)
		: ({ kind: 'gone' } as const);
	const product = { source: 'NIKE', sku: 'CK9246-101', region, offer: null, monitor: 'm' } as const;
	return ingest(fixture.db, { ...product, answer, observedAt });
};

test('what a shop states replaces what an import stated, never the reverse', () => {
	expect(withImported(known, { title: 'Again', color: '', image: null })).toEqual({ title: 'Again' });
	const stated = { ...known, ...withStated(known, { title: 'Stated', color: null }, options) };
	expect(stated).toEqual({ title: 'Stated', color: 'Red', stated: 'title', statedIn: 'US' });
	expect(withImported(stated, { title: 'Imported', color: 'Blue' })).toEqual({ color: 'Blue' });
	expect(withStated(stated, { title: 'Stated', color: 'Red' }, options)).toEqual({ stated: 'title,color' });
});

test('the first region names a product, the others complete it', () => {
	const inJapan = { ...known, ...withStated(known, { title: 'ダンク' }, { ...options, region: 'JP' }) };
	expect(inJapan).toMatchObject({ title: 'ダンク', statedIn: 'JP' });
	const inUs = { ...inJapan, ...withStated(inJapan, { title: 'Dunk' }, options) };
	expect(inUs).toMatchObject({ title: 'Dunk', statedIn: 'US' });
	expect(withStated(inUs, { title: 'ダンク', image: 'x' }, { ...options, region: 'JP' })).toEqual({
		image: 'x',
		stated: 'title,image',
	});
	expect(withStated(inUs, { title: 'Used', category: 'REFURBISHED' }, { region: 'US', isSecondary: true })).toEqual({
		category: 'REFURBISHED',
		stated: 'title,category',
	});
});

test("a release is on its date in the region's market, and placeholders are none", () => {
	const launchAt = Date.UTC(2026, 2, 4, 23);
	expect(factsOfSnapshot(aSnapshot({ launchAt })).releasedOn).toBe(20_260_304);
	expect(factsOfSnapshot(aSnapshot({ launchAt, region: 'JP' })).releasedOn).toBe(20_260_305);
	expect(factsOfSnapshot(aSnapshot({ launchAt, launchIsPlaceholder: true })).releasedOn).toBeNull();
});

test('checks of a watch list create entries, and write nothing while nothing changes', async () => {
	const { db, sandbox } = fixture;
	await fixture.subscribeEverywhere();
	await sandbox.control.addShopProduct({
		shop: 'adidas',
		product: { sku: 'JA0001', title: 'Samba OG', currentPrice: 100 },
	});
	await fixture.watch('ADIDASHOT1', 'JA0001');
	await fixture.start();
	await until('the product has an entry', async () => (await entries()).length === 1);
	const [before] = await entries();
	expect(before).toMatchObject({
		brand: 'ADIDAS',
		sku: 'JA0001',
		title: 'Samba OG',
		origin: 'watched',
		statedIn: 'US',
	});
	expect(await CatalogueRegion.query(db.knex)).toMatchObject([{ region: 'US', price: 10_000, currency: 'USD' }]);
	let writes = 0;
	db.knex.on('query', ({ sql }: { sql: string }) => {
		if (/^(insert|update|delete).*catalogue/.test(sql)) writes++;
	});
	const [checked] = await db.knex('check_batches').max({ at: 'checkedAt' });
	const isChecked = async () =>
		Number((await db.knex('check_batches').max({ at: 'checkedAt' }))[0]?.at) > Number(checked?.at) + 400;
	await until('the product was checked again', isChecked);
	expect(writes).toBe(0);
	await sandbox.control.setShopProduct({ shop: 'adidas', sku: 'JA0001', change: { currentPrice: 90 } });
	await until('the price changed', async () => (await CatalogueRegion.query(db.knex))[0]?.price === 9000);
	expect((await entries())[0]?.changedAt).toBeGreaterThan(before?.changedAt ?? 0);
});

test('reports complete the entry of a product, one for all regions', async () => {
	await report({ title: 'ダンク' }, 'JP');
	await report({ title: 'Dunk', color: 'White' });
	const [first] = await entries();
	expect(first).toMatchObject({ title: 'Dunk', color: 'White', origin: 'reported' });
	// What changes no price and no stock changes the entry, but not the time of its last change.
	await report({ title: 'Dunk Low', color: 'White' }, 'US', Date.now() + 1000);
	expect(await entries()).toMatchObject([{ title: 'Dunk Low', changedAt: first?.changedAt }]);
	await report(null, 'US', Date.now() + 2000);
	expect(await CatalogueRegion.query(fixture.db.knex).findOne({ region: 'US' })).toMatchObject({
		price: null,
		available: false,
	});
	expect((await entries())[0]?.changedAt).toBeGreaterThan(first?.changedAt ?? 0);
	expect(await fixture.db.knex('catalogue_words').where({ word: '1low' }).pluck('sku')).toEqual(['CK9246-101']);
});

test('a product is not sold out in the catalogue while the stock of the size that it had is unknown', async () => {
	const size = (name: string, available: boolean) => ({ size: name, available, level: null, count: null });
	const available = async () => (await CatalogueRegion.query(fixture.db.knex).first())?.available;
	await report({ launchAt: null, sizes: [size('8', true), size('9', false)] });
	expect(await available()).toBe(true);
	await report({ launchAt: null, sizes: [] }, 'US', Date.now() + 1000);
	expect(await available()).toBeNull();
});

test('concurrent checks of several regions and an import make one entry', async () => {
	const regions = ['JP', 'US', 'TH', 'KR'] as const;
	const row = {
		brand: 'NIKE',
		sku: 'CK9246-101',
		title: 'Imported',
		facts: { title: 'Imported', color: 'Red' },
	} as const;
	await Promise.all([
		...regions.map((region) => report({ title: `Title in ${region}` }, region)),
		fixture.db.transaction((trx) => importEntries(trx, [row], { at: Date.now() })),
	]);
	expect(await entries()).toMatchObject([{ title: 'Title in US', color: 'Red', statedIn: 'US' }]);
	const words = fixture.db.knex('catalogue_words').orderBy('word').pluck('word');
	expect(await words).toEqual((await entries())[0]?.words.trim().split(' '));
});

test('products that were stored before the catalogue are recorded once', async () => {
	const { db } = fixture;
	await report({ title: 'Dunk' });
	await report({ title: 'Dunk' }, 'JP');
	const before = await entries();
	for (const table of ['catalogue', 'catalogue_words', 'catalogue_regions'] as const) await db.knex(table).delete();
	const { signal } = new AbortController();
	expect(await backfill(db, signal)).toBe(2);
	expect(await entries()).toMatchObject([{ title: 'Dunk', words: before[0]?.words, origin: 'reported' }]);
	expect(await CatalogueRegion.query(db.knex).resultSize()).toBe(2);
	expect(await backfill(db, signal)).toBe(0);
});
