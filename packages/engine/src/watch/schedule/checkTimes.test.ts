import { Product } from '@dropwire/db';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Fixture, openFixture, sandboxSources, until } from '../../testing.ts';
import { regroup } from './plan.ts';

let fixture: Fixture;
beforeEach(async () => {
	fixture = await openFixture();
	await fixture.subscribeEverywhere();
});
afterEach(() => fixture.close());

const own = () => Product.query(fixture.db.knex).orderBy('id');
const checked = () => Product.withLastCheck(fixture.db.knex).orderBy('products.id');
const batches = async () => Number((await fixture.db.knex('check_batches').count({ count: '*' }).first())?.['count']);

test('an unchanged check writes one row per batch', async () => {
	const skus = await fixture.sandbox.control.addProducts({ count: 30, regions: ['US'], prefix: 'M' });
	await fixture.watch('MONITOR1', ...skus);
	const engine = await fixture.start();
	await until('every product has a baseline, a batch and a habit', async () => {
		const row = await fixture.db.knex('product_batches').count({ count: '*' }).first();
		return Number(row?.['count']) === 30 * 16 && (await own()).every(({ habit }) => habit !== null);
	});
	const baseline = await own();
	const statements: string[] = [];
	const noted = () => statements.some((sql) => sql.startsWith('insert into `check_batches`'));
	fixture.db.knex.on('query', ({ sql }: { sql: string }) => statements.push(sql));
	await until('all were checked again', async () => {
		const rows = await checked();
		return noted() && rows.every((row, index) => row.checkedAt > (baseline[index]?.checkedAt ?? 0));
	});
	await engine.stop();
	expect(await own()).toEqual(baseline);
	expect(await batches()).toBe(2 * 16);
	expect(
		statements.filter((sql) => /^(update|insert into|replace into) .(products|product_batches)/.test(sql)),
	).toEqual([]);
});

test('a product that is blocked keeps the time of its last check while the rest of its batch is checked', async () => {
	const [first, second] = ['CK9246-101', 'HQ7978-103'];
	await fixture.watch('MONITOR1', first, second);
	await fixture.start();
	const us = async () => {
		const rows = await checked().where({ region: 'US' });
		return new Map(rows.map((row) => [row.sku, row]));
	};
	await until('both were checked', async () => (await us()).size === 2);
	await fixture.sandbox.control.setProduct({ sku: second, region: 'US', change: { status: 'ARCHIVED' } });
	await until('one is blocked', async () => (await us()).get(second)?.blockedSince != null);
	const blocked = (await us()).get(second);
	expect(blocked?.checkedAt).toBeLessThanOrEqual(blocked?.blockedSince ?? 0);
	await until('the other is checked', async () => {
		return ((await us()).get(first)?.checkedAt ?? 0) > (blocked?.blockedSince ?? 0) + 500;
	});
	expect((await us()).get(second)).toMatchObject({ checkedAt: blocked?.checkedAt });
	await fixture.sandbox.control.setProduct({ sku: second, region: 'US', change: { status: 'ACTIVE' } });
	await until('it is checked again', async () => {
		return ((await us()).get(second)?.checkedAt ?? 0) > (blocked?.checkedAt ?? 0);
	});
});

test('a product missing from an answer counts as unchecked', async () => {
	const [first, second] = ['CK9246-101', 'HQ7978-103'];
	await fixture.watch('MONITOR1', first, second);
	let left: string | null = second;
	const sources = sandboxSources(fixture.sandbox.origin).map((source) => ({
		...source,
		async ask(...asked: Parameters<typeof source.ask>) {
			const reading = await source.ask(...asked);
			if (!('answers' in reading) || source.offer) return reading;
			return { answers: new Map([...reading.answers].filter(([sku]) => sku !== left)) };
		},
	}));
	await fixture.start({ sources });
	const us = async () => (await own()).filter(({ region }) => region === 'US').map(({ sku }) => sku);
	await until('one has a baseline', async () => (await us()).length > 0);
	const state = () =>
		fixture.db
			.knex('source_rounds')
			.where({ source: 'NIKE', region: 'US' })
			.first('watched', 'neverChecked', 'blocked');
	await until('the state of the source is stored', async () => (await state())?.neverChecked === 1);
	expect(await us()).toEqual([first]);
	expect(await state()).toMatchObject({ watched: 2, blocked: 0 });
	expect(await batches()).toBe(0);
	left = null;
	await until('both are checked', async () => (await us()).length === 2 && (await batches()) > 0);
});

test('a changed list keeps full batches', () => {
	const groups = regroup([], ['A', 'B', 'C', 'D', 'E'], 2);
	expect(groups).toEqual([['A', 'B'], ['C', 'D'], ['E']]);
	expect(regroup(groups, ['A', 'AA', 'B', 'C', 'D', 'E'], 2)).toEqual([
		['A', 'B'],
		['C', 'D'],
		['AA', 'E'],
	]);
	expect(regroup(groups, ['B', 'C', 'D', 'E'], 2)).toEqual([
		['C', 'D'],
		['B', 'E'],
	]);
	expect(regroup(groups, [], 2)).toEqual([]);
	// Those of the highest class share a batch, and no batch more is needed.
	const classes: Record<string, number> = { A: 1, D: 3, E: 3 };
	const classOf = (sku: string) => classes[sku] ?? 0;
	expect(regroup(groups, ['A', 'B', 'C', 'D', 'E'], 2, classOf)).toEqual([['D', 'E'], ['A', 'B'], ['C']]);
});
