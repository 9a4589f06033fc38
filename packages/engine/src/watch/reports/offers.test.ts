import { EventRow, Product } from '@dropwire/db';
import type { Answer } from '@dropwire/retailers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ingest } from '../../publishing.ts';
import { aSnapshot, type Fixture, openFixture, until } from '../../testing.ts';
import { forgetUnwatched } from '../lists/entries.ts';

const SKU = 'CK9246-101';
let fixture: Fixture;
beforeEach(async () => {
	fixture = await openFixture();
	await fixture.subscribeEverywhere();
});
afterEach(() => fixture.close());

const read = (change: Parameters<typeof aSnapshot>[0]): Answer => ({ kind: 'read', snapshot: aSnapshot(change) });
const used = (current: number) =>
	read({ category: 'REFURBISHED', status: null, price: { current, full: 16_000, currency: 'USD' } });
const blocked: Answer = { kind: 'blocked', reason: 'HTTP 403', retryAfterMs: null };
const report = (answer: Answer, { monitor = 'used shoes', offer = null as 'NEW' | 'REFURBISHED' | null } = {}) =>
	ingest(fixture.db, { source: 'NIKE', sku: SKU, region: 'US', offer, answer, monitor, observedAt: null });
const rows = async () => {
	const found = await Product.query(fixture.db.knex).where({ sku: SKU, region: 'US' }).orderBy('offer');
	return found.map(({ offer, state, blockedReason }) => [offer, state, blockedReason]);
};
const events = async () => {
	const found = await EventRow.query(fixture.db.knex).orderBy('id').withGraphFetched('topic');
	return found.map(({ offer, kind, topic }) => [offer, kind, topic?.toolsName ?? null]);
};
const nikeRequests = async () => (await fixture.sandbox.control.nikeRequests()).count;

test('new and refurbished offers of a SKU have separate histories', async () => {
	await fixture.watch('MONITOR1', SKU);
	await fixture.watch('MONITOR4', SKU);
	await fixture.start();
	await until('there is a baseline', async () => (await rows()).length === 1);
	for (let turn = 0; turn < 10; turn++) {
		await report(used(9000));
		const before = await nikeRequests();
		await until('our source has checked it again', async () => (await nikeRequests()) > before + 16);
	}
	expect(await events()).toEqual([]);
	expect(await rows()).toEqual([
		['NEW', 'read', null],
		['REFURBISHED', 'read', null],
	]);

	expect(await report(used(7000))).toBe('PRICE');
	await fixture.sandbox.control.setProduct({ sku: SKU, region: 'US', change: { currentPrice: 150 } });
	await until('both prices are published', async () => (await events()).length === 2);
	expect(await events()).toEqual([
		['REFURBISHED', 'PRICE', 'Nike Refurbished Shoes'],
		['NEW', 'PRICE', 'Nike Shoes Discount'],
	]);
	await fixture.stopEngines();
	await fixture.db.knex('watch_entries').delete();
	await forgetUnwatched(fixture.db.knex, 'MONITOR1', [SKU]);
	expect(await rows()).toEqual([['REFURBISHED', 'read', null]]);
});

test('a report without a snapshot is about the named or last offer', async () => {
	await report(read({}), { monitor: 'new shoes' });
	await report(used(9000));
	await report(blocked);
	expect(await rows()).toEqual([
		['NEW', 'read', null],
		['REFURBISHED', 'read', 'HTTP 403'],
	]);
	expect(await report({ kind: 'gone' })).toBe('STATUS');
	await report({ kind: 'gone' }, { monitor: 'somebody else' });
	expect(await rows()).toEqual([
		['NEW', 'gone', null],
		['REFURBISHED', 'gone', null],
	]);
	await report(used(9000));
	await report(blocked, { monitor: 'new shoes', offer: 'REFURBISHED' });
	expect(await rows()).toEqual([
		['NEW', 'gone', null],
		['REFURBISHED', 'read', 'HTTP 403'],
	]);
});

test('a report with the offer replaces a blocked unseen product', async () => {
	await report(blocked);
	expect(await rows()).toEqual([['NEW', 'unseen', 'HTTP 403']]);
	await report(used(9000));
	expect(await rows()).toEqual([['REFURBISHED', 'read', null]]);
});

test('sizes that sell out within a minute are news at once: a monitor that reports only changes does not repeat them', async () => {
	const sized = (...inStock: string[]) =>
		read({
			sizes: ['8', '9', '10'].map((size) => ({ size, available: inStock.includes(size), level: null, count: null })),
		});
	expect(await report(sized('8', '9', '10'))).toBeNull();
	expect(await report(sized('8', '9'))).toBe('STOCK');
	expect(await report(sized('8'))).toBe('STOCK');
	expect(await report(sized('8', '9'))).toBe('RESTOCK');
});

test('an event of a product that gets a second colour knows its sizes again', async () => {
	const sized = (labels: readonly string[], current: number) =>
		read({
			color: 'Red',
			price: { current, full: 16_000, currency: 'USD' },
			sizes: labels.map((size) => ({ size, available: true, level: null, count: null })),
		});
	const two = ['Red / 9', 'Red / 10'];
	await report(sized(['9', '10'], 10_000));
	expect(await report(sized(two, 9000))).toBe('PRICE');
	const [event] = await EventRow.query(fixture.db.knex);
	const before = JSON.parse(event?.before ?? 'null') as { sizes: { size: string }[] };
	expect(before.sizes.map(({ size }) => size)).toEqual(two);
});
