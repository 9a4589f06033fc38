import { expect, test } from 'vitest';
import { type FoundProduct, type HistoryCheck, nextPoint } from './nextPoint.ts';
import { gapPoint, type HistoryPoint } from './points.ts';
import { restocksOf } from './restocks.ts';
import { staysOf } from './stays.ts';
import { day, minute } from './testing.ts';

const PRODUCT: FoundProduct = {
	price: { current: 9000, full: 10_000, currency: 'USD' },
	status: 'ACTIVE',
	available: true,
	sizes: sizes({ 9: true, 10: false }),
	launchAt: null,
};

function sizes(stock: Record<string, boolean | null>): FoundProduct['sizes'] {
	return Object.entries(stock).map(([size, available]) => ({ size, available }));
}

type Check =
	| Partial<FoundProduct>
	| null
	| 'gap'
	| { found: Partial<FoundProduct> | null; after: number; isLaunch?: boolean };

/** The points of checks, each of which states what it changes of a product, a minute apart. */
function pointsOf(...checks: readonly Check[]): HistoryPoint[] {
	const points: HistoryPoint[] = [];
	let [at, previousAt, previous]: [number, number | null, FoundProduct | null] = [day(0), null, null];
	for (const check of checks) {
		if (check === 'gap') {
			points.push(gapPoint((at += 60_000)));
			continue;
		}
		const { found: change, after, ...others } = check && 'after' in check ? check : { found: check, after: 60_000 };
		at += after;
		const found = change && { ...PRODUCT, ...change };
		const facts: HistoryCheck = { at, found, previousAt, previous, ...others };
		const point = nextPoint(points.at(-1) ?? null, facts);
		if (point) points.push(point);
		[previousAt, previous] = [at, found];
	}
	return points;
}

test('the first check is the first point', () => {
	expect(pointsOf({})).toEqual([
		{
			at: minute(1),
			price: 9000,
			full: 10_000,
			currency: 'USD',
			status: 'ACTIVE',
			available: true,
			inStock: 1,
			sizes: ['9'],
		},
	]);
	expect(pointsOf({ available: false, price: null, status: null, sizes: [] })).toMatchObject([
		{ price: null, full: null, currency: null, status: null, available: false, inStock: null, sizes: null },
	]);
});

test.each<[field: string, change: Partial<FoundProduct>, expected: Partial<HistoryPoint>]>([
	['the price', { price: { current: 8000, full: 10_000, currency: 'USD' } }, { price: 8000 }],
	['the full price', { price: { current: 9000, full: 9000, currency: 'USD' } }, { full: 9000 }],
	['the currency', { price: { current: 9000, full: 10_000, currency: 'EUR' } }, { currency: 'EUR' }],
	['the status', { status: 'HOLD' }, { status: 'HOLD' }],
	['the availability', { available: false }, { available: false, inStock: 0, sizes: [] }],
	['a size that comes', { sizes: sizes({ 9: true, 10: true }) }, { inStock: 2, sizes: ['9', '10'] }],
	['a size that goes', { sizes: sizes({ 9: false, 10: false }) }, { available: true, inStock: 0, sizes: [] }],
	['sizes that change places', { sizes: sizes({ 9: false, 10: true }) }, { inStock: 1, sizes: ['10'] }],
])('%s makes a point', (_, change, expected) => {
	expect(pointsOf({}, change)).toMatchObject([{ at: minute(1) }, { at: minute(2), ...expected }]);
});

test.each<[name: string, change: Partial<FoundProduct>]>([
	['an equal state', {}],
	['another order of sizes', { sizes: sizes({ 10: false, 9: true }) }],
	['a size that is listed and sold out', { sizes: sizes({ 9: true, 10: false, 11: false }) }],
	['an unknown price', { price: null }],
	['a price of an earlier check', { price: { current: 1, full: 1, currency: 'USD' }, priceAt: day(0) }],
	['an unknown status', { status: null }],
	['an unknown availability', { available: null }],
	['a size of unknown stock', { sizes: sizes({ 9: null, 10: null }) }],
	['no list of sizes', { sizes: [] }],
	['a launch date', { launchAt: day(10) }],
])('%s is no change', (_, change) => {
	expect(pointsOf({}, change)).toHaveLength(1);
});

test('a size that a shop lists twice is one', () => {
	const [nine] = PRODUCT.sizes;
	expect(pointsOf({ sizes: nine ? [nine, nine] : [] })).toMatchObject([{ inStock: 1, sizes: ['9'] }]);
});

test('what was unknown and is found makes a point', () => {
	const points = pointsOf({ price: null, available: null, sizes: [] }, {});
	expect(points).toMatchObject([
		{ price: null, available: null, sizes: null },
		{ price: 9000, sizes: ['9'] },
	]);
});

test('a product that is gone has no price and no size', () => {
	expect(pointsOf({}, null, null, { price: null })).toEqual([
		expect.objectContaining({ price: 9000 }),
		{
			at: minute(2),
			price: null,
			full: null,
			currency: null,
			status: null,
			available: false,
			inStock: 0,
			sizes: [],
		},
		expect.objectContaining({ at: minute(4), price: null, available: true, sizes: ['9'] }),
	]);
});

test('a product without sizes that was gone lists none again', () => {
	expect(pointsOf({ sizes: [] }, null, { sizes: [] }).at(-1)).toMatchObject({ inStock: null, sizes: null });
});

test('after a gap the same state makes a point, and what is unknown stays unknown', () => {
	expect(pointsOf({}, 'gap', { price: null })).toMatchObject([
		{ price: 9000 },
		{ at: minute(2), gap: true, price: null, available: null },
		{ at: minute(3), price: null, available: true, sizes: ['9'] },
	]);
});

const OUT = { sizes: sizes({ 9: false, 10: false }) };
const BOTH = { sizes: sizes({ 9: true, 10: true }) };
const DAY = 86_400_000;

test.each<[name: string, checks: readonly Check[], back: readonly string[][]]>([
	['a size that was sold out', [OUT, {}], [['9']]],
	['sizes of a product that was sold out', [{ available: false }, BOTH], [['9', '10']]],
	['a product without sizes', [{ available: false, sizes: [] }, { sizes: [] }], [[]]],
	['a product that was gone', [{}, null, BOTH], [['9', '10']]],
	['a size that is listed for the first time', [{ sizes: sizes({ 9: true }) }, BOTH], [['10']]],
	['a size that was found sold out at most a day earlier', [OUT, { found: {}, after: DAY }], [['9']]],
	['a size that came in a short gap', [OUT, 'gap', {}], [['9']]],
	['a second restock', [OUT, {}, OUT, {}], [['9'], ['9']]],
	['a size beside one of unknown stock', [{ sizes: sizes({ 9: null, 10: false }) }, BOTH], [['10']]],
	['the first check', [BOTH], []],
	['a launch', [OUT, { found: BOTH, after: 1000, isLaunch: true }], []],
	[
		'stock that is loaded before the launch',
		[
			{ ...OUT, launchAt: day(5) },
			{ ...BOTH, launchAt: day(5) },
		],
		[],
	],
	['a size whose stock was unknown', [{ sizes: sizes({ 9: null, 10: null }) }, BOTH], []],
	['a size that was sold out, then unknown', [OUT, { sizes: sizes({ 9: null, 10: null }) }, {}], []],
	[
		'a product that was sold out, then unknown',
		[{ available: false, sizes: [] }, { available: null, sizes: [] }, { sizes: [] }],
		[],
	],
	['a product whose stock was unknown', [{ available: null, sizes: [] }, { sizes: [] }], []],
	['sizes that a shop did not list', [{ sizes: [] }, BOTH], []],
	['a size that was found sold out more than a day earlier', [OUT, { found: {}, after: DAY + 1 }], []],
	['a size that was there before a gap', [{}, 'gap', {}], []],
	['a size that goes', [BOTH, {}], []],
])('%s: the restocks', (_, checks, back) => {
	expect(restocksOf(staysOf(pointsOf(...checks))).map(({ sizes }) => sizes)).toEqual(back);
});
