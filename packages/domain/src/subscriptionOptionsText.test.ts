import { expect, test } from 'vitest';
import { optionLines, optionsText } from './subscriptionOptionsText.ts';

test('a summary counts filters and names other options', () => {
	expect(optionsText({})).toBe('');
	expect(optionsText({ include: [], kinds: [], paused: false })).toBe('');
	expect(optionsText({ minPrice: 50, maxPrice: 90 })).toBe('1 filter');
	expect(
		optionsText({
			include: ['dunk'],
			minDiscount: 20,
			mentions: ['100000000000000001'],
			quiet: { from: '22:00', to: '08:00', zone: 'Europe/Berlin' },
			thread: { name: '{title}' },
			avatar: 'https://example.com/a.png',
			paused: true,
		}),
	).toBe('2 filters · mentions 1 role · a post per product · own sender · quiet 22:00–08:00 · paused');
});

test('the lines name every option with its value', () => {
	expect(optionLines({})).toEqual([]);
	expect(
		optionLines({
			kinds: ['RESTOCK', 'LIVE'],
			exclude: ['kids*', 'gift card'],
			sizes: ['9', '10.5'],
			states: ['in_store', 'preorder'],
			maxPrice: 90,
			minDiscount: 20,
			quiet: { from: '22:00', to: '08:00', zone: 'Europe/Berlin' },
			thread: { id: '300000000000000013' },
			watchButton: false,
			name: 'Sole Searchers',
		}),
	).toEqual([
		'Kinds: Live, Restock',
		'Excluded words: kids*, gift card',
		'Sizes: 9, 10.5',
		'Also counts as available: Pre-order, In store only',
		'Price: at most 90',
		'Discount: at least 20%',
		'Quiet hours: 22:00–08:00 (Europe/Berlin)',
		'Thread: 300000000000000013',
		'Watch button: none',
		'Sender name: Sole Searchers',
	]);
});
