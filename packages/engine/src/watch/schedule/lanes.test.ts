import { setTimeout } from 'node:timers/promises';
import { EventRow, KeywordWatch, Product, Subscription, TopicRow } from '@dropwire/db';
import { onServer } from '@dropwire/db/testing';
import type { Region } from '@dropwire/domain';
import type { FoundProduct } from '@dropwire/retailers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Engine } from '../../engine.ts';
import { ACTIVE_SHOES, type Fixture, openFixture, sandboxSources, until } from '../../testing.ts';

const KNOWN = 'CK9246-101';
const OTHER = 'HQ7978-103';
const UNKNOWN = 'ZZ0000-000';
const HOUR = 3_600_000;

let fixture: Fixture;
let engine: Engine;
beforeEach(async () => {
	fixture = await openFixture();
});
afterEach(() => fixture.close());

async function subscribeIn(...regions: Region[]) {
	const webhooks = await fixture.sandbox.control.createWebhooks({ count: 1 });
	for (const region of regions) await fixture.subscribeAll(webhooks, { ...ACTIVE_SHOES, region });
}
async function unsubscribeFrom(region: Region) {
	const topics = TopicRow.query(fixture.db.knex).where({ region }).select('id');
	await Subscription.query(fixture.db.knex).delete().whereIn('topicId', topics);
}
const requests = () => fixture.sandbox.control.nikeRequests();
const isIn = (query: string, region: Region) => query.includes(`marketplace%28${region}%29`);
const row = (sku: string, region: Region = 'US') => Product.query(fixture.db.knex).findOne({ sku, region });
const pulse = (region: Region) => engine.pulse().regions.find((one) => one.source === 'NIKE' && one.region === region);
const lanesOf = () => pulse('US')?.lanes.map(({ lane, watched }) => `${lane} ${watched}`);

/** Of the next calls, how many asked for each of these SKUs. */
async function nextCalls(count: number, ...skus: string[]): Promise<number[]> {
	const { count: before } = await requests();
	await until('more calls were made', async () => (await requests()).count >= before + count);
	const last = (await requests()).last.slice(-count);
	return skus.map((sku) => last.filter((query) => query.includes(sku)).length);
}

test('a region is polled while it has a subscription', async () => {
	await fixture.watch('MONITOR1', KNOWN);
	engine = await fixture.start();
	expect(pulse('JP')).toMatchObject({ watched: 0 });
	await subscribeIn('JP');
	await until('it is polled', async () => (await row(KNOWN, 'JP'))?.state === 'read', 5000);
	expect((await requests()).last.every((query) => isIn(query, 'JP'))).toBe(true);

	await fixture.sandbox.control.failNike({ region: 'JP', times: 'forever', fault: { accessDenied: true } });
	await until('it is blocked', async () => (await row(KNOWN, 'JP'))?.blockedSince != null);
	await subscribeIn('US');
	await unsubscribeFrom('JP');
	await until('only the other is polled', async () => {
		const { last } = await requests();
		return last.length >= 10 && last.slice(-10).every((query) => isIn(query, 'US'));
	});
	// The product stays, but is not blocked: it is not checked.
	await until('the block is over', async () => (await row(KNOWN, 'JP'))?.blockedSince === null);
	expect(await row(KNOWN, 'JP')).toMatchObject({ state: 'read' });
	expect([pulse('JP'), pulse('US')]).toMatchObject([{ watched: 0, blockedSince: null }, { watched: 1 }]);
});

test("each list's kinds count only in its own regions, and the SKU is checked in all of them", async () => {
	await subscribeIn('US', 'JP', 'GB');
	await fixture.watch('MONITOR1', KNOWN);
	await fixture.watch('MONITOR4', KNOWN);
	await fixture.db.knex('watch_entries').where({ list: 'MONITOR1' }).update({ regions: 'US' });
	await fixture.db.knex('watch_entries').where({ list: 'MONITOR4' }).update({ regions: 'JP,US' });
	engine = await fixture.start();
	await until('both have a baseline', async () => (await Product.query(fixture.db.knex).resultSize()) === 2);
	for (const region of ['US', 'JP'] as const) {
		await fixture.sandbox.control.setProduct({ sku: KNOWN, region, change: { status: 'HOLD', currentPrice: 99 } });
	}
	const events = () => EventRow.query(fixture.db.knex);
	await until('both are published', async () => (await events()).length === 2);
	expect((await events()).map(({ region, kind }) => `${region} ${kind}`).sort()).toEqual(['JP PRICE', 'US STATUS']);
	expect((await requests()).last.some((query) => isIn(query, 'GB'))).toBe(false);
});

test('products near their launch are in the priority lane', async () => {
	await subscribeIn('US');
	await fixture.watch('MONITOR1', KNOWN, OTHER);
	const startEntryDate = new Date(Date.now() + 9 * 60_000).toISOString();
	await fixture.sandbox.control.setProduct({ sku: KNOWN, region: 'US', change: { startEntryDate } });
	engine = await fixture.start({ pollIntervalMs: 1000 });
	await until('it is in the priority lane', () => lanesOf()?.join() === 'priority 1,regular 1');
	expect(pulse('US')).toMatchObject({ roundMs: 1000, lanes: [{ roundMs: 200 }, { roundMs: 1000 }] });
	const [launching = 0, other = 0] = await nextCalls(36, KNOWN, OTHER);
	expect(launching + other).toBe(36);
	// On a busy machine, calls of both lanes are late by the same time.
	expect(launching / other).toBeGreaterThan(2.5);
	expect(launching / other).toBeLessThan(8);
});

test('a SKU of a hot list is in the priority lane', async () => {
	await fixture.subscribeEverywhere();
	await fixture.watch('HOT_ADIDAS', 'EG4959');
	await fixture.watch('HOT_NIKE', KNOWN);
	engine = await fixture.start();
	for (const source of ['ADIDAS', 'NIKE'] as const) {
		const [first] = engine.pulse().regions.filter((one) => one.source === source);
		expect(first).toMatchObject({ watched: 1, lanes: [{ lane: 'priority', watched: 1 }] });
	}
});

test('products unknown for an hour are in the rare lane', async () => {
	const { knex } = fixture.db;
	await subscribeIn('US', 'JP');
	const found = 'ZZ0000-001';
	await fixture.watch('MONITOR1', KNOWN, UNKNOWN, found);
	engine = await fixture.start();
	await until('all have a baseline', async () => (await Product.query(knex).resultSize()) === 6);
	expect(lanesOf()).toEqual(['regular 3']);
	await engine.stop();
	// As if the clock had moved on, for one of them in one region only.
	const checkedAt = Date.now() - HOUR - 1000;
	await Product.query(knex).patch({ checkedAt }).where({ sku: UNKNOWN });
	await Product.query(knex).patch({ checkedAt }).where({ sku: found, region: 'US' });
	engine = await fixture.start();
	await until('it is in the rare lane', () => {
		engine.watchChanged();
		return lanesOf()?.join() === 'regular 2,rare 1';
	});
	// The first round, of which the lanes were not known yet, may still be on its way.
	await nextCalls(3, UNKNOWN, found);
	expect(await nextCalls(10, UNKNOWN, found)).toEqual([0, 10]);
	expect(await row(UNKNOWN)).toMatchObject({ state: 'gone', changedAt: null });
	expect(pulse('US')).toMatchObject({ roundMs: 200, lanes: [{ roundMs: 200 }, { roundMs: 30 * 60_000 }] });

	// A region that is polled from now on may know it.
	await subscribeIn('GB');
	await until('it is checked in the new region', async () => (await row(UNKNOWN, 'GB'))?.state === 'gone', 5000);
	expect(lanesOf()).toEqual(['regular 3']);
});

test('a product of the rare lane that a search finds is NEW at once, however many others are rare', async () => {
	const { knex } = fixture.db;
	await subscribeIn('US');
	await fixture.sandbox.control.setProduct({ sku: KNOWN, region: 'US', change: { gone: true } });
	await fixture.watch('MONITOR1', KNOWN, ...Array.from({ length: 11 }, (_, n) => `ZZ0000-1${10 + n}`));
	let found: FoundProduct[] = [];
	const start = (pollIntervalMs: number) => {
		const sources = sandboxSources(fixture.sandbox.origin).map((source) => ({ ...source, search: async () => found }));
		return fixture.start({ sources, pollIntervalMs });
	};
	engine = await start(200);
	await until('all have a baseline', async () => (await Product.query(knex).resultSize()) === 12);
	await engine.stop();
	await Product.query(knex).patch({ checkedAt: Date.now() - HOUR - 1000 });
	engine = await start(30_000);
	await until('all are in the rare lane', () => {
		engine.watchChanged();
		return lanesOf()?.join() === 'rare 12';
	});
	let calls = -1;
	await until('the first round is over', async () => {
		const before = calls;
		calls = (await requests()).count;
		await setTimeout(1000);
		return calls === before;
	});
	const at = Date.now();
	const keywords = { include: ['vomero'], exclude: [], minPrice: null, maxPrice: null };
	await KeywordWatch.query(knex).insert({ source: 'NIKE', region: 'US', ...keywords, createdAt: at, baselineAt: at });
	await fixture.sandbox.control.setProduct({ sku: KNOWN, region: 'US', change: { gone: false } });
	found = [{ sku: KNOWN, title: 'Vomero', link: null, image: null, price: null }];
	await until('it is published', async () => (await EventRow.query(knex).resultSize()) === 1, 20_000);
	expect(await EventRow.query(knex)).toMatchObject([{ sku: KNOWN, kind: 'NEW' }]);
	expect(lanesOf()).toEqual(['regular 1', 'rare 11']);
});

test.runIf(onServer)('two engines on one address divide the budget of a shop', async () => {
	await subscribeIn('US');
	await fixture.watch('MONITOR1', ...Array.from({ length: 10 }, (_, n) => `ZZ0000-${n}`));
	// One call per 50 ms for both together; one of them alone would use all of them.
	const options = { pollIntervalMs: 10 };
	const start = () => fixture.start({ ...options, sources: sandboxSources(fixture.sandbox.origin, 1200) });
	const engines = [await start(), await start()];
	await until('they have divided the products', () => {
		const parts = engines.map((one) => one.pulse().regions.find(({ source }) => source === 'NIKE')?.watched ?? 0);
		return parts.every((part) => part > 0 && part < 10);
	});
	const startedAt = performance.now();
	const { count } = await requests();
	await until('more calls were made', async () => (await requests()).count >= count + 40);
	// A call can start 5 ms early if the previous one was late.
	expect((performance.now() - startedAt) / ((await requests()).count - count)).toBeGreaterThan(44);
});
