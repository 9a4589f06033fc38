import type { Together } from '@dropwire/retailers';
import { expect, test } from 'vitest';
import type { Watched } from '../lists/watchLists.ts';
import type { Lanes } from './lanes.ts';
import { Plan } from './plan.ts';

const lanes = { of: () => 'regular' } as unknown as Lanes;
const scope = {
	productOf: (sku: string) => ({ sku, link: null, adapter: null }),
	hostOf: () => null,
	pinOf: () => null,
};
const watched = new Map(['A', 'B', 'C', 'D', 'E'].map((sku) => [sku, []])) as Watched;

test('products are grouped once the source reads them together', () => {
	const known = new Map<string, Together>();
	const plan = new Plan({
		source: { batchSize: 1, together: ({ sku }) => known.get(sku) ?? null },
		lanes,
		scope,
		intervalMs: 0,
	});
	const groups = () => plan.update(watched, ['US']).map(({ skus }) => skus.join(''));
	expect(plan.decide(watched)).toBe(false);
	expect(groups()).toEqual(['A', 'B', 'C', 'D', 'E']);

	for (const sku of ['A', 'C', 'E']) known.set(sku, { key: 'one.example 2', max: 2 });
	known.set('D', { key: 'two.example 2', max: 2 });
	expect(plan.decide(watched)).toBe(true);
	expect(groups().toSorted()).toEqual(['AC', 'B', 'D', 'E']);
	expect(plan.decide(watched)).toBe(false);

	// A full group stays as it is.
	known.set('B', { key: 'one.example 2', max: 2 });
	expect(plan.decide(watched)).toBe(true);
	expect(groups().toSorted()).toEqual(['AC', 'BE', 'D']);
	known.delete('A');
	expect(plan.decide(watched)).toBe(true);
	expect(groups().toSorted()).toEqual(['A', 'BE', 'C', 'D']);
});

test('groups of several regions alternate', () => {
	const plan = new Plan({
		source: { batchSize: 2 },
		lanes,
		scope,
		intervalMs: 0,
	});
	const order = plan.update(watched, ['US', 'JP']).map(({ region, skus }) => `${region} ${skus.join('')}`);
	expect(order).toEqual(['US AB', 'JP AB', 'US CD', 'JP CD', 'US E', 'JP E']);
});
