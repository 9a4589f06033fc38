import { CHECK_KINDS, type CheckKind, OTHER_STATES, type OtherState, PRODUCT_STATUSES } from '@dropwire/domain';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ProductSnapshot } from '@dropwire/retailers';
import { topicFor } from '../publish/queue.ts';
import { aSnapshot } from '../testing.ts';
import { compare, isBuyable } from './compare.ts';

const AT = Date.parse('2026-04-20T12:00:00Z');
const DAY = 86_400_000;
const MINUTE = 60_000;
/** Checked every 30 s; never seen buyable. */
const NIKE = { at: AT, previousAt: AT - 30_000, buyableSince: null, announcesLaunches: true };
const WITHOUT_LAUNCHES = { ...NIKE, announcesLaunches: false };
const size = (name: string, available: boolean, level: 'HIGH' | 'LOW' | 'OOS' | null = available ? 'HIGH' : 'OOS') => ({
	size: name,
	available,
	level,
	count: null,
});
const hold = aSnapshot({ status: 'HOLD', launchAt: AT + DAY });
const soldOut = aSnapshot({ sizes: [size('8', false), size('9', false)] });

/** The change, the states before and after it, and the event's kind. */
const TABLE: readonly [
	what: string,
	before: ProductSnapshot | null,
	after: ProductSnapshot | null,
	kind: CheckKind | null,
][] = [
	['nothing', aSnapshot(), aSnapshot(), null],
	['on hold without a date, now on sale', aSnapshot({ status: 'HOLD', launchAt: null }), aSnapshot(), 'SHOCK_DROP'],
	[
		'of unknown stock without a date, now in stock',
		aSnapshot({ available: null, launchAt: null }),
		aSnapshot({ launchAt: null }),
		null,
	],
	[
		'on hold with a placeholder date, now on sale',
		aSnapshot({ status: 'HOLD', launchAt: AT + 300 * DAY }),
		aSnapshot(),
		'SHOCK_DROP',
	],
	['not there, now on sale without a date', null, aSnapshot({ launchAt: null }), 'SHOCK_DROP'],
	['not there, now on sale since an hour', null, aSnapshot({ launchAt: AT - DAY / 24 }), 'SHOCK_DROP'],
	['not there, now on sale since long ago', null, aSnapshot(), 'NEW'],
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
	[
		'of a status that is known for the first time',
		aSnapshot({ status: null }),
		aSnapshot({ status: 'CLOSEOUT' }),
		null,
	],
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
	['no sizes listed, available again', aSnapshot({ sizes: [], available: false }), aSnapshot({ sizes: [] }), 'RESTOCK'],
	['available again, with sizes that were listed as in stock', aSnapshot({ available: false }), aSnapshot(), 'RESTOCK'],
	['sizes fill while on hold', { ...hold, sizes: [size('8', false)] }, { ...hold, sizes: [size('8', true)] }, 'STOCK'],
	['cheaper', aSnapshot(), aSnapshot({ price: { current: 9000, full: 16_000, currency: 'USD' } }), 'PRICE'],
	['dearer', aSnapshot(), aSnapshot({ price: { current: 17_000, full: 17_000, currency: 'USD' } }), 'PRICE'],
	['a price that was unknown', aSnapshot({ price: null }), aSnapshot(), null],
	['a price that is unknown now', aSnapshot(), aSnapshot({ price: null }), null],
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
	[
		'dearer in another currency',
		aSnapshot(),
		aSnapshot({ price: { current: 90_000, full: 90_000, currency: 'HKD' } }),
		null,
	],
	['another title, picture and address', aSnapshot(), aSnapshot({ title: 'x', image: null, url: null }), null],
];

test.each(TABLE)('%s', (_, before, after, kind) => {
	expect(compare(before, after, NIKE)).toBe(kind);
});

test.each([
	['sold out and back', soldOut, aSnapshot(), 'RESTOCK'],
	['not there, now on sale', null, aSnapshot(), 'NEW'],
	['no sizes listed, available again', aSnapshot({ sizes: [], available: false }), aSnapshot({ sizes: [] }), 'RESTOCK'],
	['gone', aSnapshot(), null, 'STATUS'],
] as const)('without announced launches there are no shock drops: %s', (_, before, after, kind) => {
	const shop = (product: ProductSnapshot | null) => product && { ...product, status: null, launchAt: null };
	expect(compare(shop(before), shop(after), WITHOUT_LAUNCHES)).toBe(kind);
});

const unknown = (name: string) => ({ ...size(name, false, null), available: null });
const product = (available: boolean | null, ...sizes: ReturnType<typeof unknown | typeof size>[]) =>
	aSnapshot({ status: null, launchAt: null, available, sizes });

test.each([
	['unknown, then available', product(null), product(true), null],
	['a size that was unknown is available', product(null, unknown('9')), product(true, size('9', true)), null],
	['a size that was unknown is sold out', product(true, unknown('9')), product(true, size('9', false)), null],
	['available, then unknown', product(true, size('9', true)), product(null, unknown('9')), null],
	[
		'sold out, then available without stock per size',
		product(false, unknown('9')),
		product(true, unknown('9')),
		'RESTOCK',
	],
	['sizes known again, after the product was sold out', product(false), product(true, size('9', true)), 'RESTOCK'],
	[
		'one size came back while another is unknown',
		product(true, size('8', false), unknown('9')),
		product(true, size('8', true), unknown('9')),
		'RESTOCK',
	],
	['a list of sizes appears without stock', product(true), product(true, unknown('9')), null],
	['sold out', product(true, unknown('9')), product(false, unknown('9')), 'STOCK'],
] as const)('unknown is never news: %s', (_, before, after, kind) => {
	expect(compare(before, after, WITHOUT_LAUNCHES)).toBe(kind);
});

const inState = (state: OtherState) => ({ available: false, state }) as const;
const preorder = { ...size('9', false, null), state: 'preorder' } as const;

const STATES: readonly [
	what: string,
	before: Partial<ProductSnapshot>,
	after: Partial<ProductSnapshot>,
	CheckKind | null,
][] = [
	...OTHER_STATES.flatMap((state): typeof STATES => [
		[`sold out, then ${state}`, { available: false }, inState(state), 'STOCK'],
		[`in stock, then ${state}`, { available: true }, inState(state), 'STOCK'],
		[`${state}, then sold out`, inState(state), { available: false }, 'STOCK'],
		[`${state}, then in stock`, inState(state), { available: true }, 'RESTOCK'],
		[`${state}, as before`, inState(state), inState(state), null],
		[`unknown, then ${state}`, { available: null }, inState(state), null],
		[`${state}, then unknown`, inState(state), { available: null }, null],
	]),
	['pre-order, then a queue', inState('preorder'), inState('queue'), 'STOCK'],
	['a size that can be pre-ordered', {}, { sizes: [size('8', true), preorder] }, 'STOCK'],
	['a size that could be pre-ordered is in stock', { sizes: [preorder] }, { sizes: [size('9', true)] }, 'RESTOCK'],
	[
		'a size that is listed for pre-order',
		{ sizes: [size('8', true)] },
		{ sizes: [size('8', true), preorder] },
		'STOCK',
	],
	[
		'listed stock, and a queue instead of sold out',
		{ available: false, sizes: [size('9', true)] },
		{ ...inState('queue'), sizes: [size('9', true)] },
		'STOCK',
	],
];

test.each(STATES)('only in stock is a restock: %s', (_, before, after, kind) => {
	const sized = { status: null, launchAt: null, sizes: [size('8', true), size('9', false)] };
	const plain = 'sizes' in before || 'sizes' in after ? sized : { ...sized, sizes: [] };
	expect(compare(aSnapshot({ ...plain, ...before }), aSnapshot({ ...plain, ...after }), WITHOUT_LAUNCHES)).toBe(kind);
});

test('a product that can only be pre-ordered is not buyable, nor live at its launch, whatever sizes the shop lists', () => {
	const waiting = aSnapshot({ launchAt: AT, ...inState('preview'), sizes: [size('8', true)] });
	expect(isBuyable(waiting, AT)).toBe(false);
	expect(isBuyable(aSnapshot({ launchAt: null, sizes: [preorder] }), AT)).toBe(false);
	expect(compare(waiting, waiting, NIKE)).toBeNull();
	expect(compare(waiting, aSnapshot({ launchAt: AT }), NIKE)).toBe('LIVE');
});

test('a product whose sizes are listed without stock is buyable if the shop reports it as available', () => {
	expect(isBuyable(product(true, unknown('9')), AT)).toBe(true);
	expect(isBuyable(product(null, unknown('9')), AT)).toBe(false);
	expect(isBuyable(product(true, unknown('9'), size('8', false)), AT)).toBe(false);
});

/** On sale by its status, with a launch this long ago (ahead where negative). */
const launched = (agoMs: number, sizes = [size('8', true)]) => aSnapshot({ launchAt: AT - agoMs, sizes });
const NOTHING_LEFT = [size('8', false)];

test.each([
	['sizes that fill before the launch are stock, no restock', [-DAY, NOTHING_LEFT], [-DAY], null, 'STOCK'],
	['nothing changed, and the launch is still ahead', [-1], [-1], null, null],
	['nothing changed but the time: the launch has come', [0], [0], null, 'LIVE'],
	['nothing changed but the time: the launch came since the last check', [29_000], [29_000], null, 'LIVE'],
	['sizes appear a few minutes after the launch', [9 * MINUTE, NOTHING_LEFT], [9 * MINUTE], null, 'LIVE'],
	[
		'sizes come back a few minutes after a launch that was seen',
		[9 * MINUTE, NOTHING_LEFT],
		[9 * MINUTE],
		8 * MINUTE,
		'RESTOCK',
	],
	['sizes appear long after the launch', [11 * MINUTE, NOTHING_LEFT], [11 * MINUTE], null, 'RESTOCK'],
	['a launch that was bought before comes again', [5 * MINUTE, NOTHING_LEFT], [5 * MINUTE], 40 * DAY, 'LIVE'],
	['a launch is moved ahead', [-MINUTE], [-DAY], null, 'STATUS'],
	['a launch is moved to a moment that has passed', [-DAY], [MINUTE], null, 'LIVE'],
	['sold out at the launch', [0, NOTHING_LEFT], [0, NOTHING_LEFT], null, null],
] as const)('%s', (_, before, after, buyableAgoMs, kind) => {
	const buyableSince = buyableAgoMs === null ? null : AT - buyableAgoMs;
	const seen = ([agoMs, sizes]: readonly [number, typeof NOTHING_LEFT?]) => launched(agoMs, sizes);
	expect(compare(seen(before), seen(after), { ...NIKE, buyableSince })).toBe(kind);
});

test('a SKU on the price list alone publishes the price that changed beside the status', () => {
	const after = aSnapshot({ status: 'CLOSEOUT', price: { current: 1, full: 1, currency: 'USD' } });
	expect(compare(aSnapshot(), after, NIKE)).toBe('STATUS');
	expect(compare(aSnapshot(), after, { ...NIKE, watched: ['PRICE'] })).toBe('PRICE');
	expect(compare(aSnapshot(), after, { ...NIKE, watched: ['RESTOCK', 'STOCK'] })).toBeNull();
});

test.each([
	['was buyable before', MINUTE, aSnapshot(), 'RESTOCK'],
	['was buyable before, now sold out', MINUTE, soldOut, null],
	['was buyable before, now ahead of its next launch', MINUTE, aSnapshot({ launchAt: AT + DAY }), null],
	['was never seen buyable', null, aSnapshot(), null],
] as const)('a SKU on the restock list alone whose product was gone and %s', (_, buyableAgoMs, after, kind) => {
	const facts = { ...NIKE, buyableSince: buyableAgoMs && AT - buyableAgoMs };
	expect(compare(null, after, { ...facts, watched: ['RESTOCK', 'STOCK'] })).toBe(kind);
	expect(compare(null, after, { ...WITHOUT_LAUNCHES, buyableSince: facts.buyableSince })).toBe('NEW');
});

const snapshots = fc
	.record({
		status: fc.constantFrom(...PRODUCT_STATUSES),
		available: fc.option(fc.boolean()),
		launchAt: fc.option(fc.integer({ min: AT - 400 * DAY, max: AT + 400 * DAY })),
		price: fc.option(
			fc.record({ current: fc.nat(50_000), full: fc.nat(50_000), currency: fc.constantFrom('USD', 'JPY') }),
		),
		sizes: fc.uniqueArray(
			fc.record({
				size: fc.constantFrom('7', '8', '9', '10'),
				available: fc.option(fc.boolean()),
				level: fc.constantFrom('HIGH', 'MEDIUM', 'LOW', 'OOS', null),
				count: fc.option(fc.nat(20)),
			}),
			{ selector: ({ size }) => size },
		),
	})
	.map((change) => aSnapshot(change));
const maybe = fc.option(snapshots);

test('a snapshot compared with itself yields no event', () => {
	const later = { ...NIKE, previousAt: AT, buyableSince: AT };
	fc.assert(
		fc.property(snapshots, (product) => {
			expect(compare(product, product, later)).toBeNull();
			expect(compare(product, { ...product, sizes: product.sizes.toReversed() }, later)).toBeNull();
		}),
	);
});

test('a change and its reversal yield two events or none', () => {
	fc.assert(
		fc.property(maybe, maybe, (a, b) => {
			const [there, back] = [compare(a, b, NIKE), compare(b, a, NIKE)];
			expect(there === null).toBe(back === null);
			const turned = b && { ...b, sizes: b.sizes.toReversed() };
			expect(compare(a, turned, NIKE)).toBe(there);
		}),
	);
});

test('opposite changes yield opposite kinds', () => {
	expect([compare(null, hold, NIKE), compare(hold, null, NIKE)]).toEqual(['NEW', 'STATUS']);
	expect([compare(soldOut, aSnapshot(), NIKE), compare(aSnapshot(), soldOut, NIKE)]).toEqual(['RESTOCK', 'STOCK']);
});

test('publishes only watched kinds', () => {
	fc.assert(
		fc.property(maybe, maybe, fc.subarray([...CHECK_KINDS]), (a, b, watched) => {
			const kind = compare(a, b, { ...NIKE, watched });
			expect(kind === null || watched.includes(kind)).toBe(true);
		}),
	);
});

test('nothing is LIVE or RESTOCK before its launch', () => {
	fc.assert(
		fc.property(maybe, snapshots, fc.integer({ min: 1, max: 180 * DAY }), (before, after, aheadMs) => {
			const kind = compare(before, { ...after, launchAt: AT + aheadMs }, NIKE);
			expect(['SHOCK_DROP', 'LIVE', 'RESTOCK']).not.toContain(kind);
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
