import type { ProductCard } from '@dropwire/contract';
import { expect, test } from 'vitest';
import { cardsAsCsv } from './cardsAsCsv.ts';
import { countdownText } from '../ui/countdown.ts';
import { skusIn } from '../ui/skusIn.ts';

const CARD: ProductCard = {
	brand: 'NIKE',
	sku: 'CK9246-101',
	title: '=HYPERLINK("evil")',
	subtitle: null,
	color: 'Red, white',
	image: null,
	failed: [],
	lists: null,
	regions: [
		{
			region: 'US',
			offer: 'NEW',
			status: 'ACTIVE',
			available: true,
			price: { current: 16_400, full: 20_500, currency: 'USD' },
			priceAt: null,
			launchAt: Date.parse('2026-04-30T14:00:00Z'),
			launchMethod: null,
			entriesUntil: null,
			sizes: [
				{ size: '8', available: true, level: 'HIGH', count: null },
				{ size: '9', available: true, level: null, count: 15, countIsMinimum: true },
				{ size: '10', available: null, level: null, count: null },
				{ size: '10.5', available: false, state: 'preorder', level: null, count: null },
				{ size: '11', available: false, level: 'OOS', count: null },
			],
			evidence: 'level',
			url: 'https://shop.example/x',
			checkedAt: Date.parse('2026-04-17T10:00:00Z'),
			watched: true,
			blocked: null,
		},
	],
};

test('a CSV has a row per region, UTC times and no formulas', () => {
	const [head = '', row = ''] = cardsAsCsv([CARD]).split('\n');
	expect(head.split(',').slice(0, 5)).toEqual(['sku', 'title', 'color', 'region', 'status']);
	expect(row).toBe(
		`CK9246-101,"'=HYPERLINK(""evil"")","Red, white",US,ACTIVE,$164.00,$205.00,20,2026-04-30T14:00:00.000Z,8 HIGH; 9 15+,10.5 Pre-order,10,11,level,https://shop.example/x,2026-04-17T10:00:00.000Z,yes`,
	);
});

test.each([
	[0, '00:00:00'],
	[999, '00:00:01'],
	[3_661_000, '01:01:01'],
	[90_061_000, '1 d 01:01:01'],
	[-5, '00:00:00'],
])('%d ms are counted down as %s', (ms, text) => {
	expect(countdownText(ms)).toBe(text);
});

test('the text names each product once', () => {
	expect(skusIn(' ck9246-101, HF3976-001\nCK9246-101 ')).toEqual(['CK9246-101', 'HF3976-001']);
	expect(skusIn('  ')).toEqual([]);
});
