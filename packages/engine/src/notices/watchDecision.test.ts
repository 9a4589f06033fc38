import type { StockState } from '@dropwire/domain';
import { stockOf } from '@dropwire/domain';
import { expect, test } from 'vitest';
import type { ProductEvent } from '../product/event.ts';
import { aSnapshot } from '../testing.ts';
import { decideWatch, watchedFacts, type WatchFilter } from './watchDecision.ts';

const KINDS = ['LIVE', 'RESTOCK', 'PRICE'];

function watch(
	{ sizes = [] as string[], states = [] as string[], kinds = KINDS, ...rest } = {},
	more: Partial<WatchFilter> = {},
) {
	const filter: WatchFilter = { regions: null, maxAmount: null, maxCurrency: null, options: '' };
	return { ...filter, ...more, options: JSON.stringify({ kinds, sizes, states }), ...rest };
}

function event(change: Partial<ProductEvent> = {}): ProductEvent {
	const [before, after] = [aSnapshot({ available: false }), aSnapshot({ available: true })];
	return { source: 'NIKE', sku: 'CK9246-101', region: 'US', kind: 'RESTOCK', before, after, at: 1, ...change };
}

const decision = (filter: WatchFilter, change: Partial<ProductEvent> = {}) =>
	decideWatch(filter, watchedFacts(event(change)));

test('kinds and regions decide, and none is all', () => {
	expect(decision(watch())).toBe(null);
	expect(decision(watch({}, { regions: 'JP,GB' }))).toBe('region');
	expect(decision(watch({}, { regions: 'JP,US' }))).toBe(null);
	expect(decision(watch({ kinds: ['LIVE'] }))).toBe('kinds');
});

test('the highest price is inclusive, and a price in another currency or none does not match', () => {
	const priced = (current: number, currency = 'USD') => ({
		after: aSnapshot({ price: { current, full: current, currency } }),
	});
	const limited = watch({}, { maxAmount: 15_000, maxCurrency: 'USD' });
	expect(decision(limited, priced(15_000))).toBe(null);
	expect(decision(limited, priced(15_001))).toBe('price');
	expect(decision(limited, priced(100, 'EUR'))).toBe('price');
	expect(decision(limited, { after: aSnapshot({ price: null }) })).toBe('price');
});

test('sizes match as those of a subscription', () => {
	const size = (label: string, available: boolean) => ({ size: label, available, level: null, count: null });
	const change = {
		before: aSnapshot({ sizes: [size('M 9 / W 10.5', false)] }),
		after: aSnapshot({ sizes: [size('M 9 / W 10.5', true)] }),
	};
	expect(decision(watch({ sizes: ['9'] }), change)).toBe(null);
	expect(decision(watch({ sizes: ['9.5'] }), change)).toBe('sizes');
});

test('a state that is asked for counts as available, so that entering it is a restock', () => {
	const inState = (state: StockState) => aSnapshot({ ...stockOf(state), sizes: [] });
	const change = { kind: 'STOCK', before: inState('out'), after: inState('preorder') } as const;
	expect(decision(watch(), change)).toBe('kinds');
	expect(decision(watch({ states: ['preorder'] }), change)).toBe(null);
});
