import type { Answer, Source } from '@dropwire/retailers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readProblems } from '../../alerts/problems.ts';
import { readSources } from '../../sources/readSources.ts';
import { aSnapshot, type Fixture, openFixture, sandboxSources, until } from '../../testing.ts';
import { Readability } from './readability.ts';

let fixture: Fixture;
beforeEach(async () => {
	fixture = await openFixture();
	await fixture.subscribeEverywhere();
});
afterEach(() => fixture.close());

const CANARY = { sku: 'FW4904', link: null, region: 'US' } as const;
/** adidas, which sells its canary beside EG4959. */
async function startAdidas() {
	const [adidas] = sandboxSources(fixture.sandbox.origin).filter(({ name }) => name === 'ADIDAS') as [Source];
	await fixture.watch('ADIDASHOT1', 'EG4959');
	await fixture.start({ pollIntervalMs: 40, sources: [{ ...adidas, canaries: [CANARY] }] });
	await until('it was read', async () => (await fixture.db.knex('products').where({ state: 'read' })).length === 1);
	await until('so was the canary', async () => (await canaryRequests()) > 2);
}
const canaryRequests = async () =>
	(await fixture.sandbox.control.adidasRequests()).paths[`/api/products/${CANARY.sku}`] ?? 0;
const setGone = (sku: string, gone: boolean) => fixture.sandbox.control.setAdidasProduct({ sku, change: { gone } });
const rowOf = async () => (await readSources(fixture.db.knex)).find(({ source }) => source === 'ADIDAS');
const kinds = () => fixture.db.knex('events').pluck('kind');

test('a missing product is blocked while its canary is missing', async () => {
	await startAdidas();
	expect(await rowOf()).toMatchObject({ watched: 1, suspectSince: null });
	await setGone('FW4904', true);
	await setGone('EG4959', true);
	await until('the source is suspect', async () => (await rowOf())?.suspectSince != null);
	expect((await rowOf())?.suspectReason).toBe('FW4904 cannot be read: changed format: it is not found');
	await until('the product is blocked', async () => (await rowOf())?.blockedSince != null);
	expect(await kinds()).toEqual([]);
	expect(await readProblems(fixture.db.knex, Date.now())).toContainEqual({
		key: 'suspect/ADIDAS',
		text: 'What ADIDAS answers in US is suspect: FW4904 cannot be read: changed format: it is not found',
	});

	await setGone('FW4904', false);
	await until('the product is gone after all', async () => (await kinds()).length === 1);
	await until('the source is not suspect', async () => (await rowOf())?.suspectSince === null);
});

test('an unchanged empty answer does not count as a read', async () => {
	const [nike] = sandboxSources(fixture.sandbox.origin).filter(({ name }) => name === 'NIKE') as [Source];
	const snapshot = aSnapshot({ sku: 'CK9246-101', region: 'US' });
	const canary = { sku: 'CW2288-111', link: null, region: 'US' } as const;
	const shop = { empty: false, unchanged: 0, productAsked: 0, canaryAsked: 0 };
	const ask: Source['ask'] = async (_region, products, _signal, version) => {
		if (shop.empty && products[0]?.sku === canary.sku) shop.canaryAsked++;
		else if (shop.empty && ++shop.productAsked > 1) {
			await until('the first failure of the canary is known', () => shop.canaryAsked > 1);
		}
		if (shop.empty && version === 'empty') {
			shop.unchanged++;
			return { unchanged: true };
		}
		const answer: Answer = shop.empty ? { kind: 'gone' } : { kind: 'read', snapshot };
		return { answers: new Map(products.map(({ sku }) => [sku, answer])), version: shop.empty ? 'empty' : null };
	};
	await fixture.watch('MONITOR1', 'CK9246-101');
	await fixture.start({ pollIntervalMs: 40, sources: [{ ...nike, regions: ['US'], canaries: [canary], ask }] });
	const states = () => fixture.db.knex('products').pluck('blockedReason');
	await until('it was read', async () => (await fixture.db.knex('products').where({ state: 'read' })).length === 1);
	shop.empty = true;
	await until('it is blocked', async () => (await states())[0] != null);
	const before = shop.productAsked;
	await until('it is checked again', () => shop.productAsked > before + 2);
	const rows = await readSources(fixture.db.knex);
	expect(rows.filter(({ suspectSince }) => suspectSince !== null)).toHaveLength(1);
	expect(shop.unchanged).toBe(0);
	expect(await kinds()).toEqual([]);
});

test('a discontinued canary is ignored while products are read', async () => {
	await startAdidas();
	await setGone('FW4904', true);
	await fixture.sandbox.control.setAdidasProduct({ sku: 'EG4959', change: { currentPrice: 12 } });
	await until('the change is an event', async () => (await kinds()).length === 1);
	const before = await canaryRequests();
	await until('the canary failed', async () => (await canaryRequests()) > before + 2);
	expect(await rowOf()).toMatchObject({ suspectSince: null, blockedSince: null });
});

test('a canary that was never read is ignored', async () => {
	await setGone('FW4904', true);
	await startAdidas();
	await setGone('EG4959', true);
	await until('the product is gone', async () => (await kinds()).length === 1);
	expect(await rowOf()).toMatchObject({ suspectSince: null, blockedSince: null });
});

test('losing the stock data of many products makes a source suspect', () => {
	const readability = new Readability({});
	const place = { region: 'US', host: null } as const;
	const suspicion = () => readability.suspicion(place, 10, 1000);
	const lose = (sku: string, after = aSnapshot({ available: null })) =>
		readability.noteStock(place, sku, { before: aSnapshot(), after }, 1000);
	for (const sku of ['A', 'B', 'C', 'D']) lose(sku);
	expect(suspicion()).toBeNull();
	lose('E');
	expect(suspicion()).toEqual({
		suspectSince: 1000,
		suspectReason: 'changed format: 5 of 10 products have no stock data any more',
	});
	lose('E', aSnapshot());
	expect(suspicion()).toBeNull();
});

test('sold-out products whose stock is not stated any more make a source suspect, until it is stated again', async () => {
	const [nike] = sandboxSources(fixture.sandbox.origin).filter(({ name }) => name === 'NIKE') as [Source];
	let available: boolean | null = false;
	const ask: Source['ask'] = async (region, products) => {
		const read = (sku: string): Answer => ({
			kind: 'read',
			snapshot: aSnapshot({ sku, region, available, sizes: [] }),
		});
		return { answers: new Map(products.map(({ sku }) => [sku, read(sku)])), version: null };
	};
	const skus = ['CK9246-101', 'CK9246-102', 'CK9246-103', 'CK9246-104', 'CK9246-105'];
	for (const sku of skus) await fixture.watch('MONITOR1', sku);
	await fixture.start({ pollIntervalMs: 40, sources: [{ ...nike, regions: ['US'], canaries: [], ask }] });
	const { knex } = fixture.db;
	const suspects = async () => (await readSources(knex)).filter(({ suspectSince }) => suspectSince !== null).length;
	await until('they were read', async () => (await knex('products').where({ state: 'read' })).length === skus.length);
	available = null;
	await until('the source is suspect', async () => (await suspects()) === 1);
	available = false;
	await until('the source is not suspect', async () => (await suspects()) === 0);
	expect(await kinds()).toEqual([]);
});
