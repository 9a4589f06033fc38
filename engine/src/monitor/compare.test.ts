import { EVENT_KINDS, type EventKind, PRODUCT_STATUSES } from '@dropwire/db/topics';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ProductSnapshot } from '../sources/source.ts';
import { aSnapshot } from '../testing.ts';
import { compare } from './compare.ts';
import { topicFor } from './topic.ts';

const AT = Date.parse('2026-04-20T12:00:00Z');
const DAY = 86_400_000;
const size = (name: string, available: boolean, level: 'HIGH' | 'LOW' | 'OOS' | null = available ? 'HIGH' : 'OOS') => ({
	size: name,
	available,
	level,
	count: null,
});
const hold = aSnapshot({ status: 'HOLD', launchAt: AT + DAY });
const soldOut = aSnapshot({ sizes: [size('8', false), size('9', false)] });

/** What happened, from what to what, and the kind that is told. */
const TABLE: readonly [
	what: string,
	before: ProductSnapshot | null,
	after: ProductSnapshot | null,
	kind: EventKind | null,
][] = [
	['nothing', aSnapshot(), aSnapshot(), null],
	['on hold without a date, now on sale', aSnapshot({ status: 'HOLD', launchAt: null }), aSnapshot(), 'SHOCK_DROP'],
	[
		'on hold with a placeholder date, now on sale',
		aSnapshot({ status: 'HOLD', launchAt: AT + 300 * DAY }),
		aSnapshot(),
		'SHOCK_DROP',
	],
	['not there, now on sale', null, aSnapshot(), 'SHOCK_DROP'],
	['on hold with an announced date, now on sale', hold, aSnapshot({ launchAt: AT + DAY }), 'STATUS'],
	[
		'on sale without stock and without a date, sizes appear',
		aSnapshot({ launchAt: null, sizes: [size('8', false)] }),
		aSnapshot({ launchAt: null }),
		'SHOCK_DROP',
	],
	['not there, now on hold', null, hold, 'NEW'],
	['not there, now listed without stock', null, soldOut, 'NEW'],
	['gone', aSnapshot(), null, 'STATUS'],
	['still gone', null, null, null],
	['taken off sale', aSnapshot(), aSnapshot({ status: 'CLOSEOUT' }), 'STATUS'],
	['cancelled', hold, { ...hold, status: 'CANCEL' }, 'STATUS'],
	['a launch is announced', aSnapshot({ status: 'HOLD', launchAt: null }), hold, 'STATUS'],
	['a launch is moved', hold, { ...hold, launchAt: AT + 2 * DAY }, 'STATUS'],
	['sold out and back', soldOut, aSnapshot(), 'RESTOCK'],
	['one more size', aSnapshot(), aSnapshot({ sizes: [size('8', true), size('9', true)] }), 'RESTOCK'],
	[
		'a size that was not listed',
		aSnapshot(),
		aSnapshot({ sizes: [size('8', true), size('9', false), size('10', true)] }),
		'RESTOCK',
	],
	['no sizes told, available again', aSnapshot({ sizes: [], available: false }), aSnapshot({ sizes: [] }), 'RESTOCK'],
	['sizes fill while on hold', { ...hold, sizes: [size('8', false)] }, { ...hold, sizes: [size('8', true)] }, 'STOCK'],
	['cheaper', aSnapshot(), aSnapshot({ price: { current: 9000, full: 16_000, currency: 'USD' } }), 'PRICE'],
	['dearer', aSnapshot(), aSnapshot({ price: { current: 17_000, full: 17_000, currency: 'USD' } }), 'PRICE'],
	['a price appears', aSnapshot({ price: null }), aSnapshot(), 'PRICE'],
	['restocked and cheaper', soldOut, aSnapshot({ price: { current: 1, full: 2, currency: 'USD' } }), 'RESTOCK'],
	['sold out', aSnapshot(), soldOut, 'STOCK'],
	['a size sold out', aSnapshot({ sizes: [size('8', true), size('9', true)] }), aSnapshot(), 'STOCK'],
	[
		'a level falls',
		aSnapshot({ sizes: [size('8', true, 'HIGH')] }),
		aSnapshot({ sizes: [size('8', true, 'LOW')] }),
		'STOCK',
	],
	[
		'a level rises',
		aSnapshot({ sizes: [size('8', true, 'LOW')] }),
		aSnapshot({ sizes: [size('8', true, 'HIGH')] }),
		'STOCK',
	],
	[
		'a size without stock appears',
		aSnapshot(),
		aSnapshot({ sizes: [...aSnapshot().sizes, size('10', false)] }),
		'STOCK',
	],
	['another title, picture and address', aSnapshot(), aSnapshot({ title: 'x', image: null, url: null }), null],
];

test.each(TABLE)('%s', (_, before, after, kind) => {
	expect(compare(before, after, { at: AT })).toBe(kind);
});

test('a SKU on the price list alone tells the price that changed beside the status', () => {
	const after = aSnapshot({ status: 'CLOSEOUT', price: { current: 1, full: 1, currency: 'USD' } });
	expect(compare(aSnapshot(), after, { at: AT })).toBe('STATUS');
	expect(compare(aSnapshot(), after, { at: AT, watched: ['PRICE'] })).toBe('PRICE');
	expect(compare(aSnapshot(), after, { at: AT, watched: ['RESTOCK', 'STOCK'] })).toBeNull();
});

const snapshots = fc
	.record({
		status: fc.constantFrom(...PRODUCT_STATUSES),
		available: fc.boolean(),
		launchAt: fc.option(fc.integer({ min: AT - 400 * DAY, max: AT + 400 * DAY })),
		price: fc.option(
			fc.record({ current: fc.nat(50_000), full: fc.nat(50_000), currency: fc.constantFrom('USD', 'JPY') }),
		),
		sizes: fc.uniqueArray(
			fc.record({
				size: fc.constantFrom('7', '8', '9', '10'),
				available: fc.boolean(),
				level: fc.constantFrom('HIGH', 'MEDIUM', 'LOW', 'OOS', null),
				count: fc.option(fc.nat(20)),
			}),
			{ selector: ({ size }) => size },
		),
	})
	.map((change) => aSnapshot(change));
const maybe = fc.option(snapshots);

test('a snapshot against itself, in whatever order of sizes, yields nothing', () => {
	fc.assert(
		fc.property(snapshots, (product) => {
			expect(compare(product, product, { at: AT })).toBeNull();
			expect(compare(product, { ...product, sizes: product.sizes.toReversed() }, { at: AT })).toBeNull();
		}),
	);
});

test('there and back yields two events or none, and the order of sizes changes neither', () => {
	fc.assert(
		fc.property(maybe, maybe, (a, b) => {
			const [there, back] = [compare(a, b, { at: AT }), compare(b, a, { at: AT })];
			expect(there === null).toBe(back === null);
			const turned = b && { ...b, sizes: b.sizes.toReversed() };
			expect(compare(a, turned, { at: AT })).toBe(there);
		}),
	);
});

test('opposites: what came goes, what rose falls', () => {
	expect([compare(null, hold, { at: AT }), compare(hold, null, { at: AT })]).toEqual(['NEW', 'STATUS']);
	expect([compare(soldOut, aSnapshot(), { at: AT }), compare(aSnapshot(), soldOut, { at: AT })]).toEqual([
		'RESTOCK',
		'STOCK',
	]);
});

test('only a watched kind is ever told', () => {
	fc.assert(
		fc.property(maybe, maybe, fc.subarray([...EVENT_KINDS]), (a, b, watched) => {
			const kind = compare(a, b, { at: AT, watched });
			expect(kind === null || watched.includes(kind)).toBe(true);
		}),
	);
});

const event = (change: Partial<Parameters<typeof topicFor>[0]>) =>
	topicFor({
		source: 'NIKE',
		sku: 'X',
		region: 'US',
		kind: 'STATUS',
		before: aSnapshot(),
		after: aSnapshot(),
		at: AT,
		...change,
	});

test.each([
	['footwear on sale', {}, 'SHOES', 'ACTIVE'],
	['apparel counts as equipment', { after: aSnapshot({ category: 'EQUIPMENT', status: 'HOLD' }) }, 'EQUIPMENT', 'HOLD'],
	['the new status counts', { before: aSnapshot(), after: aSnapshot({ status: 'CLOSEOUT' }) }, 'SHOES', 'CLOSEOUT'],
	[
		'a fallen price in the US',
		{ kind: 'PRICE', after: aSnapshot({ price: { current: 1, full: 2, currency: 'USD' } }) },
		'SHOES',
		'DISCOUNT',
	],
	[
		'a risen price',
		{ kind: 'PRICE', after: aSnapshot({ price: { current: 99_999, full: 99_999, currency: 'USD' } }) },
		'SHOES',
		'ACTIVE',
	],
	[
		'a fallen price elsewhere',
		{ kind: 'PRICE', region: 'GB', after: aSnapshot({ price: { current: 1, full: 2, currency: 'GBP' } }) },
		'SHOES',
		'ACTIVE',
	],
] as const)('%s goes to its group', (_, change, category, status) => {
	expect(event(change)).toMatchObject({ brand: 'NIKE', category, status });
});

test.each([
	['inactive', { after: aSnapshot({ status: 'INACTIVE' }) }],
	['cancelled', { after: aSnapshot({ status: 'CANCEL' }) }],
	['gone', { after: null }],
] as const)('what is %s has no group: the broadcast list alone gets it', (_, change) => {
	expect(event(change)).toBeNull();
});
