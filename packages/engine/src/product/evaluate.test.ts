import { CHECK_KINDS } from '@dropwire/domain';
import type { ProductSnapshot } from '@dropwire/retailers';
import { expect, test } from 'vitest';
import { aSnapshot } from '../testing.ts';
import { evaluate, type PreviousState, STOCK_QUIET_MS } from './evaluate.ts';
import { ALL_SIZES_GONE } from './sizes.ts';
import { AT, known, options, read } from './testing.ts';

const soldOut = aSnapshot({ sizes: [{ size: '8', available: false, level: 'OOS', count: null }] });

test('only changes of levels are held back by the quiet time: not a status, a product that sells out, or its return', () => {
	const fewer = aSnapshot({ sizes: [{ size: '8', available: true, level: 'LOW', count: null }] });
	const published = { ...known, stockPublishedAt: AT, goneSizes: new Set(['8']) };
	const at = AT + STOCK_QUIET_MS - 1;
	expect(evaluate(published, read(aSnapshot({ status: 'CLOSEOUT' })), { ...options, at })).toMatchObject({
		kind: 'news',
		event: 'STATUS',
	});
	expect(evaluate(published, read(fewer), { ...options, at })).toMatchObject({ kind: 'same' });
	expect(evaluate(published, read(fewer), { ...options, at: at + 1 })).toMatchObject({ kind: 'news', event: 'STOCK' });
	expect(evaluate(published, read(soldOut), { ...options, at })).toMatchObject({ kind: 'news', event: 'STOCK' });
	expect(evaluate({ ...published, snapshot: soldOut }, read(aSnapshot()), { ...options, at })).toMatchObject({
		kind: 'news',
		event: 'RESTOCK',
	});
});

test('stock events from before a clock change start no quiet time', () => {
	const fewer = aSnapshot({ sizes: [{ size: '8', available: true, level: 'LOW', count: null }] });
	const ahead = { ...known, stockPublishedAt: AT + 3_600_000 };
	expect(evaluate(ahead, read(fewer), { ...options, at: AT })).toMatchObject({ kind: 'news', event: 'STOCK' });
});

test('a size is gone after two checks in a row, one by one, whatever else changes; an external monitor needs no second', () => {
	const named = (...available: string[]) =>
		aSnapshot({
			available: available.length > 0,
			sizes: ['8', '9'].map((size) => ({ size, available: available.includes(size), level: null, count: null })),
		});
	const both = { ...known, snapshot: named('8', '9') };
	const check = (before: Parameters<typeof evaluate>[0], after: ProductSnapshot) =>
		evaluate(before, read(after), { ...options, at: AT });
	const first = check(both, named('9'));
	expect(first).toEqual({ kind: 'same', goneChecks: 0, goneSizes: new Set(['8']) });
	const counted = { ...both, goneSizes: new Set(['8']) };
	expect(check(counted, named('8', '9'))).toEqual({ kind: 'same', goneChecks: 0, isSettled: true });
	// The second size is still held, and with it the product.
	expect(check(counted, named())).toMatchObject({
		kind: 'news',
		event: 'STOCK',
		snapshot: { ...named('9'), available: true },
		goneSizes: new Set(['8', '9']),
	});
	expect(check(both, { ...named('9'), status: 'CLOSEOUT' })).toMatchObject({
		event: 'STATUS',
		snapshot: { ...named('8', '9'), status: 'CLOSEOUT' },
	});
	const unlisted = { ...named('9'), sizes: named('9').sizes.slice(1) };
	expect(check(both, unlisted)).toMatchObject({ kind: 'same', goneSizes: new Set(['8']) });
	// The shop's word about the whole product, without and beside sizes.
	for (const whole of [aSnapshot({ sizes: [] }), aSnapshot()]) {
		const out = { ...whole, available: false };
		const before = { ...known, snapshot: whole };
		expect(check(before, out)).toMatchObject({ kind: 'same' });
		expect(check({ ...before, goneSizes: ALL_SIZES_GONE }, out)).toMatchObject({ event: 'STOCK', snapshot: out });
	}
});

test('changes that are not events are stored', () => {
	expect(evaluate(known, read(aSnapshot({ title: 'other' })), { ...options, at: AT })).toMatchObject({ kind: 'quiet' });
	expect(evaluate(known, read(soldOut), { ...options, watched: ['PRICE'], at: AT })).toMatchObject({ kind: 'quiet' });
	expect(evaluate(known, { kind: 'blocked', reason: 'wall', retryAfterMs: null }, { ...options, at: AT })).toEqual({
		kind: 'blocked',
		reason: 'wall',
	});
});

test('a price that is not stated for a while is no news, and a new one afterwards is', () => {
	const prices = { ...options, watched: ['PRICE'], at: AT } as const;
	const hidden = evaluate(known, read(aSnapshot({ price: null, title: 'other' })), prices);
	const kept = { price: aSnapshot().price, priceAt: known.checkedAt };
	expect(hidden).toMatchObject({ kind: 'quiet', snapshot: { title: 'other', ...kept } });
	const lower = aSnapshot({ price: { current: 9000, full: 16_000, currency: 'USD' } });
	expect(evaluate(known, read(lower), prices)).toMatchObject({ kind: 'news', event: 'PRICE' });
	// The time of the last check that read it is kept until it is read again.
	const without = { ...known, snapshot: aSnapshot(kept), checkedAt: AT };
	const later = { ...prices, at: AT + 3_600_000 };
	expect(evaluate(without, read(aSnapshot({ price: null })), later)).toMatchObject({ kind: 'same', isSettled: true });
	const again = evaluate(without, read(aSnapshot()), later);
	expect(again).toMatchObject({ kind: 'quiet', snapshot: aSnapshot() });
	expect(again).not.toHaveProperty('snapshot.priceAt');
	expect(evaluate(without, read(lower), later)).toMatchObject({ event: 'PRICE', snapshot: lower });
	expect(
		evaluate({ ...known, snapshot: aSnapshot({ price: null }) }, read(aSnapshot({ price: null })), prices),
	).toEqual({
		kind: 'same',
		goneChecks: 0,
		isSettled: true,
	});
});

test('a status that an answer does not state is as it was, and another one is news', () => {
	const check = (snapshot: ProductSnapshot, status: ProductSnapshot['status']) =>
		evaluate({ ...known, snapshot }, read({ ...snapshot, status }), { ...options, at: AT });
	expect(check(aSnapshot({ status: 'ACTIVE' }), null)).toMatchObject({ kind: 'same', isSettled: true });
	expect(check(aSnapshot({ status: 'ACTIVE' }), 'CLOSEOUT')).toMatchObject({ event: 'STATUS' });
	expect(check(aSnapshot({ status: null }), 'ACTIVE')).toMatchObject({ kind: 'quiet' });
});

test('a status with which a monitor takes a product off sale ends with the next answer of a shop without statuses', () => {
	const check = (snapshot: ProductSnapshot, answer: Partial<ProductSnapshot>, reportedBy?: string) =>
		evaluate({ ...known, snapshot, goneSizes: ALL_SIZES_GONE }, read({ ...snapshot, status: null, ...answer }), {
			...options,
			at: AT,
			...(reportedBy !== undefined && { reportedBy }),
		});
	for (const status of ['INACTIVE', 'HOLD', 'CANCEL'] as const) {
		const off = aSnapshot({ status, available: false, sizes: [] });
		expect(check({ ...off, status: null }, { status }, 'm')).toMatchObject({ kind: 'quiet', snapshot: off });
		expect(check(off, { available: true }, 'm')).toMatchObject({ event: 'STOCK', snapshot: { status } });
		const back = { ...off, status: null, available: true };
		expect(check(off, { available: true })).toMatchObject({ event: 'RESTOCK', snapshot: back });
		expect(check(back, { available: false })).toMatchObject({ event: 'STOCK' });
		expect(check({ ...back, available: false }, { available: true })).toMatchObject({ event: 'RESTOCK' });
	}
	// Both in turn.
	const sold = aSnapshot({ status: 'ACTIVE' });
	for (const [status, monitor] of [[null], ['ACTIVE', 'm'], [null, 'm'], ['ACTIVE']] as const)
		expect(check(sold, { status }, monitor)).toMatchObject({ kind: 'same', isSettled: true });
});

test('a launch ahead is called off only by the reporter that named it last', () => {
	const launchAt = AT + 86_400_000;
	const waiting = aSnapshot({ launchAt, available: false, launchMethod: 'DAN', entriesUntil: launchAt - 1000 });
	const none = aSnapshot({ launchAt: null, available: false, launchMethod: null });
	const check = (snapshot: ProductSnapshot, answer: ProductSnapshot, reportedBy?: string, isPolled = false) =>
		evaluate({ ...known, snapshot, buyableSince: null }, read(answer), {
			...options,
			at: AT,
			...(reportedBy !== undefined && { reportedBy, isPolled }),
		});
	const cancelled = { event: 'STATUS', snapshot: none };
	const named = { ...waiting, launchBy: 'm' };
	// Dropwire's source.
	expect(check(waiting, none)).toMatchObject(cancelled);
	expect(check(waiting, none, 'm')).toMatchObject({ kind: 'same' });
	expect(check(waiting, waiting, 'm', true)).toMatchObject({ kind: 'same', isSettled: true });
	// It does not check the product any more, or an earlier version did not note who named the date.
	expect(check(waiting, waiting, 'm')).toMatchObject({ kind: 'quiet', snapshot: named });
	expect(check(none, waiting, 'm')).toMatchObject({ event: 'STATUS', snapshot: named });
	for (const isPolled of [true, false]) {
		expect(check(named, none, 'm', isPolled)).toMatchObject(cancelled);
		expect(check(named, none, 'n', isPolled)).toMatchObject({ kind: 'same' });
		expect(check(named, waiting, 'm', isPolled)).toMatchObject({ kind: 'same' });
		expect(check(named, waiting, 'n', isPolled)).toMatchObject({
			kind: 'quiet',
			snapshot: { ...waiting, launchBy: 'n' },
		});
	}
	expect(check(named, none)).toMatchObject({ kind: 'same' });
	// Dropwire's source has named it, too.
	expect(check(named, waiting)).toEqual(expect.objectContaining({ kind: 'quiet', snapshot: waiting }));
	const moved = { ...waiting, launchAt: launchAt + 1000 };
	expect(check(named, moved, 'n')).toMatchObject({ event: 'STATUS', snapshot: { ...moved, launchBy: 'n' } });
});

test('a monitor that names another launch than a source that checks the product changes no date, and none of a re-release is called off', () => {
	const [soon, later, first] = [AT + 3_600_000, AT + 86_400_000, AT - 400 * 86_400_000];
	const waiting = (launchAt: number | null) => aSnapshot({ launchAt, available: false });
	const check = (snapshot: ProductSnapshot, answer: ProductSnapshot, reportedBy?: string, at = AT) =>
		evaluate({ ...known, snapshot, checkedAt: at - 1000, buyableSince: null }, read(answer), {
			...options,
			watched: CHECK_KINDS,
			at,
			...(reportedBy !== undefined && { reportedBy, isPolled: true }),
		});
	expect(check(waiting(soon), waiting(later), 'm')).toMatchObject({ kind: 'same' });
	expect(check(waiting(soon), waiting(first), 'm')).toMatchObject({ kind: 'same' });
	expect(check(waiting(AT - 1000), waiting(first), 'm')).toMatchObject({ kind: 'same' });
	// What it sells has been launched.
	const sold = check(waiting(soon), aSnapshot({ launchAt: AT - 1000 }), 'm');
	expect(sold).toMatchObject({ event: 'LIVE', snapshot: { launchAt: AT } });
	// Its own source moves it.
	expect(check(waiting(soon), waiting(later))).toMatchObject({ event: 'STATUS', snapshot: { launchAt: later } });
	const again = { ...waiting(later), launchBy: 'm' };
	expect(check(waiting(first), waiting(later), 'm')).toMatchObject({ event: 'STATUS', snapshot: again });
	// Nike's feed goes on naming the first date: what it has is for sale before the next one, too.
	const ofOwn = check(again, waiting(first));
	expect(ofOwn).toMatchObject({ kind: 'quiet', snapshot: { ...again, launchIsAgain: true } });
	const { snapshot } = ofOwn as { snapshot: ProductSnapshot };
	expect(check(snapshot, waiting(first))).toMatchObject({ kind: 'same', isSettled: true });
	for (const at of [AT, later]) {
		for (const before of [again, snapshot, { ...soldOut, launchAt: later, launchBy: 'm' }]) {
			expect(check(before, aSnapshot({ launchAt: first }), undefined, at)).toMatchObject({
				event: at === AT ? 'RESTOCK' : 'LIVE',
				snapshot: { launchAt: later },
			});
		}
	}
});

test('a product on sale is sold before a date that a monitor names, too, and at it', () => {
	const launchAt = AT + 86_400_000;
	const [out, back] = [aSnapshot({ launchAt: null, available: false }), aSnapshot({ launchAt: null })];
	const named = evaluate({ ...known, snapshot: back, buyableSince: AT - 1000 }, read(aSnapshot({ launchAt })), {
		...options,
		watched: CHECK_KINDS,
		at: AT,
		reportedBy: 'm',
		isPolled: true,
	});
	expect(named).toMatchObject({ event: 'STATUS', snapshot: { launchAt, launchBy: 'm' } });
	let state: PreviousState = { ...known, buyableSince: AT - 1000, ...(named as { snapshot: ProductSnapshot }) };
	const check = (answer: ProductSnapshot, at: number) => {
		const decision = evaluate(state, read(answer), { ...options, watched: CHECK_KINDS, at });
		if (decision.kind === 'news') state = { ...state, snapshot: decision.snapshot };
		return decision;
	};
	check(out, AT + 60_000);
	state = { ...state, goneSizes: ALL_SIZES_GONE };
	expect(check(out, AT + 90_000)).toMatchObject({ event: 'STOCK', snapshot: { launchAt } });
	expect(check(back, AT + 120_000)).toMatchObject({ event: 'RESTOCK', snapshot: { launchAt } });
	expect(check(back, launchAt)).not.toHaveProperty('event');
	// Its own source names the date, too: then it is not sold before.
	const own = evaluate({ ...state, checkedAt: AT }, read(aSnapshot({ launchAt })), { ...options, at: AT + 200_000 });
	expect(own).toMatchObject({ snapshot: { launchAt } });
	expect(own).not.toHaveProperty('snapshot.launchIsAgain');
});

test('what a monitor that reports only changes reports long after a launch is no launch', () => {
	const launchAt = AT - 20 * 86_400_000;
	const before = aSnapshot({ launchAt, available: false });
	const check = (snapshot: ProductSnapshot, answer: ProductSnapshot, at: number) =>
		evaluate({ ...known, snapshot, checkedAt: launchAt - 172_800_000, buyableSince: null }, read(answer), {
			...options,
			watched: CHECK_KINDS,
			at,
			everyMs: 60_000,
			aliveSince: launchAt - 172_800_000,
			reportedBy: 'm',
		});
	expect(check(before, aSnapshot({ launchAt }), AT)).toMatchObject({ event: 'RESTOCK' });
	const cheaper = aSnapshot({ launchAt, price: { current: 100, full: 100, currency: 'USD' } });
	expect(check(aSnapshot({ launchAt }), cheaper, AT)).toMatchObject({ event: 'PRICE' });
	expect(check(before, aSnapshot({ launchAt }), launchAt + 30_000)).toMatchObject({ event: 'LIVE' });
});

test('a price in another currency is no news and becomes the price to compare with', () => {
	const prices = { ...options, watched: CHECK_KINDS, at: AT } as const;
	const [euros, dollars] = [
		{ current: 10_000, full: 10_000, currency: 'EUR' },
		{ current: 90_000, full: 90_000, currency: 'HKD' },
	];
	const inEuros = { ...known, snapshot: aSnapshot({ price: euros }) };
	const converted = evaluate(inEuros, read(aSnapshot({ price: dollars })), prices);
	expect(converted).toMatchObject({ kind: 'quiet', snapshot: { price: dollars } });
	const inDollars = { ...known, snapshot: aSnapshot({ price: dollars }) };
	expect(evaluate(inDollars, read(aSnapshot({ price: euros })), prices)).toMatchObject({ kind: 'quiet' });
	const cheaper = { ...dollars, current: 80_000 };
	expect(evaluate(inDollars, read(aSnapshot({ price: cheaper })), prices)).toMatchObject({ event: 'PRICE' });
});

test('a product that can be pre-ordered instead is out of stock after two checks, and its state is news at once', () => {
	const preorder = aSnapshot({ available: false, state: 'preorder', sizes: [] });
	const [inStock, out] = [aSnapshot({ sizes: [] }), aSnapshot({ sizes: [], available: false })];
	const check = (snapshot: ProductSnapshot, answer: ProductSnapshot, change = {}) =>
		evaluate({ ...known, snapshot, ...change }, read(answer), { ...options, at: AT });
	expect(check(inStock, preorder)).toEqual({ kind: 'same', goneChecks: 0, goneSizes: new Set(['']) });
	expect(check(inStock, { ...preorder, title: 'other' })).toMatchObject({
		kind: 'quiet',
		snapshot: { ...inStock, title: 'other' },
	});
	expect(check(inStock, preorder, { goneSizes: ALL_SIZES_GONE })).toMatchObject({ event: 'STOCK', snapshot: preorder });
	const published = { stockPublishedAt: AT - 1000 };
	expect(check(out, preorder, published)).toMatchObject({ event: 'STOCK', snapshot: preorder });
	expect(check(preorder, out, published)).toMatchObject({ kind: 'same' });
	expect(check(preorder, inStock, published)).toMatchObject({ event: 'RESTOCK' });
	const sized = (change: Partial<ProductSnapshot['sizes'][0]>) =>
		aSnapshot({ available: null, sizes: [{ size: '9', available: true, level: null, count: null, ...change }] });
	expect(check(sized({}), sized({ available: false, state: 'backorder' }))).toMatchObject({ kind: 'same' });
});

test('a shop that names its launch only until then: the product is live when it is on sale, and restocked later', () => {
	const shop = { watched: CHECK_KINDS, announcesLaunches: false };
	const waiting = aSnapshot({ status: null, launchAt: AT, available: false });
	const onSale = aSnapshot({ status: null, launchAt: null });
	const soldOutLater = { ...onSale, available: false };
	const before = { ...known, snapshot: waiting, buyableSince: null };
	const at = AT + 5000;
	const live = { kind: 'news', event: 'LIVE', snapshot: { ...onSale, launchAt: AT }, buyableSince: at };
	expect(evaluate(before, read(onSale), { ...shop, at })).toMatchObject(live);
	// A second before the launch, by the shop's clock.
	expect(evaluate(before, read(onSale), { ...shop, at: AT - 1000 })).toMatchObject({
		...live,
		snapshot: { ...onSale, launchAt: AT - 1000 },
		buyableSince: AT - 1000,
	});
	const after = { ...before, snapshot: { ...onSale, launchAt: AT }, checkedAt: at, buyableSince: at };
	expect(evaluate(after, read(onSale), { ...shop, at: at + 1000 })).toMatchObject({ kind: 'same' });
	const gone = { ...after, goneSizes: ALL_SIZES_GONE };
	expect(evaluate(gone, read(soldOutLater), { ...shop, at: at + 1000 })).toMatchObject({ event: 'STOCK' });
	const again = { ...after, snapshot: { ...soldOutLater, launchAt: AT }, checkedAt: AT + 3_600_000 };
	expect(evaluate(again, read(onSale), { ...shop, at: AT + 3_601_000 })).toMatchObject({ event: 'RESTOCK' });
	// A launch that is cancelled.
	expect(evaluate(before, read(soldOutLater), { ...shop, at: AT - 1000 })).toMatchObject({ event: 'STATUS' });
});

test('an answer without the launch date of a product whose stock is listed before it is no launch, days ahead', () => {
	const shop = { watched: CHECK_KINDS, announcesLaunches: true };
	const waiting = { ...known, snapshot: aSnapshot({ launchAt: AT }), buyableSince: null };
	const undated = read(aSnapshot({ launchAt: null }));
	expect(evaluate(waiting, undated, { ...shop, at: AT - 86_400_000 + 30_000 })).toMatchObject({ event: 'STATUS' });
	expect(evaluate(waiting, undated, { ...shop, at: AT - 1000 })).toMatchObject({ event: 'LIVE' });
});

test('an unchanged product is LIVE once at its launch', () => {
	const waiting = { ...known, snapshot: aSnapshot({ launchAt: AT }), buyableSince: null };
	const live = { ...options, watched: CHECK_KINDS };
	expect(evaluate(waiting, read(waiting.snapshot), { ...live, at: AT - 1 })).toMatchObject({ kind: 'same' });
	const launched = { kind: 'news', event: 'LIVE', buyableSince: AT };
	expect(evaluate(waiting, read(waiting.snapshot), { ...live, at: AT })).toMatchObject(launched);
	const after = { ...waiting, checkedAt: AT, buyableSince: AT };
	expect(evaluate(after, read(waiting.snapshot), { ...live, at: AT + 1000 })).toMatchObject({ kind: 'same' });
});

test('a product that was sold before is live at its next launch, also if the first check after it could not be stored', () => {
	const again = { ...known, snapshot: aSnapshot({ launchAt: AT }), checkedAt: AT + 500, buyableSince: AT - 86_400_000 };
	const decision = evaluate(again, read(again.snapshot), { ...options, watched: CHECK_KINDS, at: AT + 2000 });
	expect(decision).toMatchObject({ kind: 'news', event: 'LIVE', buyableSince: AT + 2000 });
});

test("the first check after a day's pause is a baseline", () => {
	const late = { ...known, checkedAt: AT - 86_400_001 };
	expect(evaluate(late, read(soldOut), { ...options, at: AT })).toMatchObject({ kind: 'baseline', snapshot: soldOut });
	const lately = { ...known, checkedAt: AT - 86_400_000 };
	expect(evaluate(lately, read(soldOut), { ...options, at: AT })).toMatchObject({ kind: 'news' });
});

test('a clock that was set forward by a day is no pause, unless there was one besides', () => {
	const jumpedSince = () => 86_400_000;
	const after = (days: number) =>
		evaluate({ ...known, checkedAt: AT - days * 86_400_000 }, read(soldOut), { ...options, at: AT, jumpedSince });
	expect(after(1.01)).toMatchObject({ kind: 'news' });
	expect(after(2.01)).toMatchObject({ kind: 'baseline' });
});

test('a product that is checked once a day has a new baseline after three missed checks', () => {
	const daily = { ...options, at: AT, everyMs: 86_400_000 };
	const after = (days: number) => evaluate({ ...known, checkedAt: AT - days * 86_400_000 }, read(soldOut), daily);
	expect(after(1.5)).toMatchObject({ kind: 'news' });
	expect(after(3)).toMatchObject({ kind: 'news' });
	expect(after(3.01)).toMatchObject({ kind: 'baseline' });
});

test('sizes of a product that is not for sale are no restock while its end waits for a second check', () => {
	const listed = (available: boolean, ...inStock: string[]) =>
		aSnapshot({
			available,
			sizes: ['8', '9'].map((size) => ({ size, available: inStock.includes(size), level: null, count: null })),
		});
	const check = (before: ProductSnapshot, after: ProductSnapshot) =>
		evaluate({ ...known, snapshot: before }, read(after), { ...options, watched: CHECK_KINDS, at: AT });
	// Taken off, and its stock loaded.
	for (const inStock of [['8'], ['8', '9']])
		expect(check(listed(true, '9'), listed(false, ...inStock))).toMatchObject({ kind: 'same' });
	// Back, but sold out: it could not be bought before.
	expect(check(listed(false, '9'), listed(true))).toMatchObject({ event: 'STOCK', snapshot: listed(true) });
	expect(check(listed(false, '9'), listed(true, '9'))).toMatchObject({ event: 'RESTOCK' });
});
