import { CHECK_KINDS, type CheckKind } from '@dropwire/domain';
import type { ProductSnapshot, SizeStock } from '@dropwire/retailers';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aSnapshot } from '../testing.ts';
import { evaluate } from './evaluate.ts';
import type { GoneSizes } from './sizes.ts';
import { AT, known, options, read } from './testing.ts';

test('sizes that only have other names are neither gone nor restocked, and a size that replaces another is', () => {
	const named = (sizes: Record<string, boolean>) =>
		aSnapshot({
			sizes: Object.entries(sizes).map(([size, available]) => ({ size, available, level: null, count: null })),
		});
	const after = (old: Record<string, boolean>, now: Record<string, boolean>) =>
		evaluate({ ...known, snapshot: named(old) }, read(named(now)), { ...options, at: AT });
	const plain = { '8': true, '8-5': false, 'EU 9': true };
	expect(after(plain, { '8': true, '8.5': false, EU9: true })).toMatchObject({ kind: 'quiet' });
	const both = { 'M 8 / W 9.5': true, 'M 8.5 / W 10': false, 'M 9 / W 10.5': true };
	const men = { 'M 8': true, 'M 8-5': false, 'M 9': true };
	expect(after(men, both)).toMatchObject({ kind: 'quiet', snapshot: named(both) });
	expect(after(both, men)).toMatchObject({ kind: 'quiet', snapshot: named(men) });
	expect(after(plain, { '8': true, '8.5': true, 'EU 9': true })).toMatchObject({ event: 'RESTOCK' });
	expect(after(men, { ...both, 'M 8.5 / W 10': true })).toMatchObject({ event: 'RESTOCK' });
	expect(after(men, { 'M 11': true, 'M 12': false, 'M 13': true })).toMatchObject({ event: 'RESTOCK' });
	expect(after({ '8': true, '9': true }, { '8': true, '10': true })).toMatchObject({ event: 'RESTOCK' });
	expect(after({ '8': true, '9': true, '10': true }, { '8': true, '9': true, '11': true })).toMatchObject({
		event: 'RESTOCK',
	});
});

type Stock = ProductSnapshot['available'];
/** What a shop says about a product without a launch, and about its sizes. */
const stated = (
	available: Stock,
	sizes: Record<string, Stock | SizeStock> = {},
	change: Partial<ProductSnapshot> = {},
) =>
	aSnapshot({
		status: null,
		launchAt: null,
		available,
		sizes: Object.entries(sizes).map(([size, stock]) =>
			typeof stock === 'object' && stock !== null
				? { ...stock, size }
				: { size, available: stock, level: null, count: null },
		),
		...change,
	});
const preorder = { size: '', available: false, state: 'preorder', level: null, count: 0 } as const;

/** The events of a product that is checked every minute, and its last state. */
function checkAll([first, ...answers]: readonly ProductSnapshot[], everyMs = 60_000) {
	const baseline = evaluate(null, read(first as ProductSnapshot), { announcesLaunches: false, at: AT });
	const buyableSince = baseline.kind === 'baseline' ? baseline.buyableSince : null;
	let state = { ...known, snapshot: first as ProductSnapshot, checkedAt: AT, buyableSince };
	const events: (CheckKind | null)[] = [];
	let goneSizes: GoneSizes | undefined;
	for (const answer of answers) {
		const at = state.checkedAt + everyMs;
		const decision = evaluate({ ...state, goneSizes }, read(answer), {
			watched: CHECK_KINDS,
			announcesLaunches: false,
			at,
		});
		if (decision.kind === 'blocked') throw new Error(decision.reason);
		events.push(decision.kind === 'news' ? decision.event : null);
		({ goneSizes } = decision);
		const { snapshot, buyableSince: since } = decision.kind === 'same' ? state : decision;
		state = { ...state, snapshot: snapshot as ProductSnapshot, buyableSince: since, checkedAt: at };
	}
	return { events, snapshot: state.snapshot };
}

test.each<[what: string, answers: readonly ProductSnapshot[], events: readonly (CheckKind | null)[]]>([
	['a product', [stated(false), stated(null), stated(null), stated(true)], [null, null, 'RESTOCK']],
	[
		'a size beside another',
		[
			stated(true, { '8': false, '9': true }),
			stated(null, { '8': null, '9': null }),
			stated(true, { '8': true, '9': true }),
		],
		[null, 'RESTOCK'],
	],
	[
		'a size of a product that is in stock',
		[
			stated(true, { '8': false, '9': true }),
			stated(true, { '8': null, '9': true }),
			stated(true, { '8': true, '9': true }),
		],
		[null, 'RESTOCK'],
	],
	[
		'a size that a list without stock lacks',
		[stated(true, { '8': false, '9': true }), stated(null, { '9': null }), stated(true, { '8': true, '9': true })],
		[null, 'RESTOCK'],
	],
	[
		'a size of a product without its list',
		[stated(true, { '8': false, '9': true }), stated(null), stated(null), stated(true, { '8': true, '9': true })],
		[null, null, 'RESTOCK'],
	],
	...[stated(true), stated(true, { '8': null, '9': null })].flatMap(
		(whole): [string, readonly ProductSnapshot[], readonly (CheckKind | null)[]][] => [
			[
				`a size of a product that is in stock as a whole (${whole.sizes.length} sizes)`,
				[stated(true, { '8': false, '9': true }), whole, whole, stated(true, { '8': true, '9': true })],
				[null, null, 'RESTOCK'],
			],
			[
				`the last size of a product that the shop never calls sold out (${whole.sizes.length} sizes)`,
				[
					stated(true, { '8': true, '9': false }),
					...Array.from({ length: 2 }, () => stated(true, { '8': false, '9': false })),
					whole,
					stated(true, { '8': true, '9': false }),
				],
				[null, 'STOCK', null, 'RESTOCK'],
			],
		],
	),
	[
		'a size, with the stock of another unknown before and after',
		[
			stated(true, { '8': false, '9': true }),
			stated(null, { '8': null, '9': null }),
			stated(true, { '8': false, '9': true }),
		],
		[null, null],
	],
	[
		'a pre-order',
		[
			stated(false, {}, { state: 'preorder' }),
			stated(null),
			stated(false, {}, { state: 'preorder' }),
			stated(null),
			stated(true),
		],
		[null, null, null, 'RESTOCK'],
	],
	[
		'a size for pre-order',
		[
			stated(true, { '8': preorder, '9': true }),
			stated(null, { '8': null, '9': null }),
			stated(true, { '8': false, '9': true }),
		],
		[null, 'STOCK'],
	],
	['what was in stock is not sold out', [stated(true), stated(null), stated(true)], [null, null]],
	[
		'what was in stock, with sizes, is not sold out',
		[
			stated(true, { '8': true, '9': false }),
			stated(null, { '8': null, '9': null }),
			stated(true, { '8': true, '9': false }),
		],
		[null, null],
	],
	['what was never known', [stated(null), stated(null), stated(true)], [null, null]],
	[
		'a product whose sizes are all sold out, and that is on sale by its page',
		[stated(false, { '8': false, '9': false }), stated(true, { '8': null, '9': null })],
		['RESTOCK'],
	],
	[
		'a sale that begins while the stock of its sizes is unknown',
		[
			stated(false, { '8': false }, { launchAt: AT + 90_000 }),
			stated(null, { '8': null }, { launchAt: AT + 90_000 }),
			stated(true, { '8': null }, { launchAt: AT + 90_000 }),
		],
		[null, 'LIVE'],
	],
	[
		'a sale of which one size had stock before, that begins while the stock of its sizes is unknown',
		[
			stated(true, { '8': true, '9': false }, { launchAt: AT + 90_000 }),
			stated(true, {}, { launchAt: AT + 90_000 }),
			stated(true, {}, { launchAt: AT + 90_000 }),
		],
		[null, 'LIVE'],
	],
])('unknown changes nothing that the shop stated: %s', (_, answers, events) => {
	expect(checkAll(answers).events).toEqual(events);
});

test('sold out is kept while the shop does not say, in stock is not, and the same answer is settled', () => {
	const before = stated(false, { '8': { ...preorder, url: 'https://shop.example/8' }, '9': false });
	const unstated = stated(null, { '8': null, '9': null });
	const check = (snapshot: ProductSnapshot, answer: ProductSnapshot, change = {}) =>
		evaluate({ ...known, snapshot, ...change }, read(answer), { ...options, at: AT });
	expect(check(before, unstated)).toEqual({ kind: 'same', goneChecks: 0, isSettled: true });
	const { snapshot } = checkAll([stated(true, { '8': true, '9': false, '10': true }), stated(null, { '10': null })]);
	expect(snapshot).toEqual(stated(null, { '8': null, '9': false, '10': null }));
	expect(check(snapshot, stated(null, { '10': null }))).toMatchObject({ kind: 'same', isSettled: true });
	// The shop sells the product as a whole, which is newer than what it stated per size.
	expect(check(before, stated(true, { '8': null, '9': null }))).toMatchObject({
		event: 'RESTOCK',
		snapshot: stated(true, { '8': null, '9': null }),
	});
	// A page that names other sizes every time.
	const random = Array.from({ length: 30 }, (_, answer) =>
		stated(null, Object.fromEntries(Array.from({ length: 100 }, (_, size) => [`${answer}-${size}`, null]))),
	);
	expect(checkAll([stated(true, { '8': false }), ...random]).snapshot.sizes.length).toBeLessThan(1001);
	const late = { checkedAt: AT - 86_400_001 };
	expect(check(before, unstated, late)).toMatchObject({ kind: 'baseline', snapshot: unstated });
});

const stock = fc.constantFrom(true, false, null, 'preorder' as const);
const sizeOf = (size: string, state: boolean | 'preorder' | null) =>
	state === 'preorder' ? { ...preorder, size } : { size, available: state, level: null, count: null };
test('an answer that states less stock than the one before is no event, nor is the return of what it leaves out', () => {
	const facts = {
		whole: stock,
		sizes: fc.uniqueArray(fc.tuple(fc.constantFrom('7', '8', '9'), stock), { selector: ([size]) => size }),
	};
	const masks = fc.record({
		whole: fc.boolean(),
		list: fc.boolean(),
		sizes: fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
	});
	fc.assert(
		fc.property(fc.record(facts), masks, ({ whole, sizes }, mask) => {
			const change = whole === 'preorder' ? { state: whole } : {};
			const before = {
				...stated(whole === 'preorder' ? false : whole, {}, change),
				sizes: sizes.map(([size, state]) => sizeOf(size, state)),
			};
			const { state: _, ...rest } = before;
			const left = sizes.map(([size, state], index) => sizeOf(size, mask.sizes[index] ? null : state));
			const none = left.every(({ available }) => available === null);
			const less = {
				...(mask.whole ? { ...rest, available: null } : before),
				sizes: none && mask.list && before.available !== false ? [] : left,
			};
			const { events } = checkAll([before, less, less, less, before, before]);
			expect(events).toEqual([null, null, null, null, null]);
		}),
		{ numRuns: 2000 },
	);
});

const [one, two] = [
	{ '9': true, '10': true },
	{ 'Red / 9': true, 'Red / 10': true, 'Blue / 9': false },
];
test.each<
	[what: string, before: Record<string, Stock>, after: Record<string, Stock>, color: string | null, CheckKind | null]
>([
	['deletes a colour', two, one, 'Red', null],
	['adds a colour', one, two, 'Red', null],
	['adds a colour that is in stock', one, { ...two, 'Blue / 9': true }, 'Red', 'RESTOCK'],
	[
		'adds a colour before the one that it had',
		one,
		{ 'Blue / 9': true, 'Blue / 10': false, 'Red / 9': true, 'Red / 10': true },
		'Red',
		'RESTOCK',
	],
	['restocks a size as it adds a colour', { ...one, '10': false }, two, 'Red', 'RESTOCK'],
	['deletes the colour that was in stock', two, { '9': false }, 'Blue', null],
	['names its colours after the size', { '9 / Red': true, '9 / Blue': false }, { '9': true }, 'Red', null],
	['has widths, too', { 'Red / 9 / Wide': true, 'Blue / 9 / Wide': true }, { '9': true }, 'Blue', null],
	['adds a style, which is no colour', { '9': true }, { 'Old / 9': false, 'New / 9': true }, null, null],
	['replaces a size by two in one', { S: true, XL: true }, { 'S / M': true, XL: true }, null, 'RESTOCK'],
])('a shop that %s', (_, before, after, color, kind) => {
	// Only a product of one colour names it.
	const named = (sizes: Record<string, Stock>) => {
		const isOne = !Object.keys(sizes).some((size) => size.includes(' / '));
		return stated(Object.values(sizes).includes(true), sizes, isOne && color !== null ? { color } : {});
	};
	const linked = (snapshot: ProductSnapshot) => {
		const idOf = (size: string) => (size.includes(' / ') || color === null ? size : `${color} / ${size}`);
		const sizes = snapshot.sizes.map((size) => ({ ...size, url: `https://shop.example/cart/${idOf(size.size)}:1` }));
		return { ...snapshot, sizes };
	};
	expect(checkAll([named(before), named(after)]).events).toEqual([kind]);
	expect(checkAll([linked(named(before)), linked(named(after))]).events).toEqual([kind]);
	const there = [before, after].map(named);
	if (kind === null) expect(checkAll([...there, ...there]).events).toEqual([null, null, null]);
});

test('an event that comes with other names of the sizes has the product before with these names', () => {
	const snapshot = stated(true, one, { color: 'Red' });
	const cheaper = { price: { current: 9000, full: 16_000, currency: 'USD' } };
	const decide = (answer: ProductSnapshot) =>
		evaluate({ ...known, snapshot }, read(answer), { ...options, announcesLaunches: false, at: AT });
	const before = { ...stated(true, two), color: 'Red' };
	expect(decide(stated(true, two, cheaper))).toMatchObject({ kind: 'news', event: 'PRICE', before });
	expect(decide(stated(true, two))).toMatchObject({ kind: 'quiet', before });
	expect(decide(stated(true, one, cheaper))).not.toHaveProperty('before');
});

test('a size is known by its own link under any name, not by the link of the page', () => {
	const at = (url: string, ...sizes: string[]) =>
		stated(
			true,
			Object.fromEntries(sizes.map((size) => [size, { size, available: true, level: null, count: null, url }])),
		);
	const own = at('https://shop.example/cart/1:1', 'Nine');
	expect(checkAll([own, at('https://shop.example/cart/1:1', 'US 9 (new box)')]).events).toEqual([null]);
	const page = String(own.url);
	expect(checkAll([at(page, '9'), at(page, '10')]).events).toEqual(['RESTOCK']);
	expect(checkAll([at(`${page}?a`, '8', '9'), at(`${page}?a`, '8', '10')]).events).toEqual(['RESTOCK']);
});
