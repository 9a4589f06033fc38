import { expect, test } from 'vitest';
import {
	BRANDS,
	type BrandEntry,
	entryProblem,
	hostProblem,
	LIST_BRANDS,
	readRegions,
	type Round,
	roundMs,
	roundText,
	splitEntries,
} from './index.ts';

test.each([
	['  CK9246-101   BV7114-001\nHF3976-001 ', ['CK9246-101', 'BV7114-001', 'HF3976-001']],
	['A,B; C\tD,\r\n', ['A', 'B', 'C', 'D']],
	[
		'https://a.example/x?c=1,2, https://b.example/y;https://c.example',
		['https://a.example/x?c=1,2', 'https://b.example/y', 'https://c.example'],
	],
	[' ', []],
])('%j is split at white space, commas and semicolons', (text, entries) => {
	expect(splitEntries(text)).toEqual(entries);
});

test('every SKU format accepts its own example', () => {
	for (const { skus } of Object.values(BRANDS as Readonly<Record<string, BrandEntry>>))
		expect(skus?.pattern.test(skus.example) ?? true).toBe(true);
	for (const [first, ...others] of Object.values(LIST_BRANDS)) {
		const formatOf = (brand: keyof typeof BRANDS) => (BRANDS[brand] as BrandEntry).skus;
		for (const other of others) expect(formatOf(other)).toBe(formatOf(first));
	}
});

test.each([
	['MONITOR1', ['CK9246-101', '136064-122', 'sx5090-014'], ['CK9246', 'EG4959', 'CK9246-1011', 'A,B,C', 'CK9246 101']],
	['REFURBISHED', ['AA0612-706'], ['https://www.nike.com/x']],
	['ADIDASHOT1', ['EG4959', 'fw4904'], ['EG495', 'EG4959_600', 'CK9246-101']],
	['HOT_NEWBALANCE', ['M990GL6', 'U9060BPM', 'BB550PWA', 'MRCELV4'], ['990', 'MODEL', 'CK9246-101']],
	['HOT_JDFNL', ['DD1391-100', 'IE3425-BLK'], ['DD1391']],
	[
		'HOT_ASICS',
		['https://www.asics.com/us/p/1', 'https://asics.com/x'],
		[
			'https://evil.example/asics.com',
			'https://notasics.com/',
			'https://asics.com.evil.example/',
			'https://www.nike.com/x',
		],
	],
	['HOT_JD', ['https://m.jdsports.com/x?styleId=DD1391&colorId=100'], ['https://www.finishline.com/x']],
])('%s takes %j, and not %j', (list, good, bad) => {
	for (const entry of good) expect(entryProblem(list, entry)).toBeNull();
	for (const entry of bad) expect(entryProblem(list, entry)).toContain(JSON.stringify(entry));
	expect(hostProblem('HOT_NEWBALANCE', 'https://www.asics.com/x')).toBe(
		'must be a link at newbalance.com, the shop of New Balance, and "https://www.asics.com/x" is not',
	);
});

test('regions ignore case and have the order of the source', () => {
	expect(readRegions('MONITOR1', ['jp', ' US', 'JP'])).toEqual({ regions: ['US', 'JP'] });
	for (const all of [[], ['ALL'], ['']]) expect(readRegions('ADIDASHOT1', all)).toEqual({ regions: null });
	expect(readRegions('ADIDASHOT1', ['JP'])).toEqual({ problem: 'must be among US, or all, and "JP" is not' });
	expect(readRegions('MONITOR1', ['all', 'US'])).toEqual({ problem: expect.any(String) });
});

test('a round takes the time of its budget, at least the interval', () => {
	const nike = { batchSize: 25, requestsPerBatch: 1, requestsPerMinute: 300, intervalMs: 30_000 };
	expect(roundMs({ ...nike, skusByRegion: [5000] })).toBe(40_000);
	expect(roundMs({ ...nike, skusByRegion: [26, 1] })).toBe(30_000);
	expect(roundMs({ ...nike, skusByRegion: [0] })).toBe(0);
	expect(roundMs({ ...nike, batchSize: 1, requestsPerBatch: 2, requestsPerMinute: 60, skusByRegion: [40] })).toBe(
		80_000,
	);
	const round: Round = {
		source: 'NIKE',
		offer: 'NEW',
		regions: ['US', 'JP'],
		added: 2000,
		beforeMs: 8000,
		afterMs: 80_000,
	};
	expect([
		roundText(round),
		roundText({ ...round, added: 1, beforeMs: 0 }),
		roundText({ ...round, added: 0, afterMs: 8000 }),
		roundText({ ...round, regions: [] }),
		roundText({ ...round, offer: 'REFURBISHED', regions: ['US'] }),
		roundText({ ...round, source: 'SHOPS', regions: ['US'], added: 1, beforeMs: 0 }),
	]).toEqual([
		'With these 2,000 SKUs, a round over NIKE US, JP takes 1 min 20 s (now 8 s).',
		'With this SKU, a round over NIKE US, JP takes 1 min 20 s.',
		'A round over NIKE US, JP takes 8 s, as now.',
		'Nike has no active subscription, so this list is not polled.',
		'With these 2,000 SKUs, a round over NIKE refurbished US takes 1 min 20 s (now 8 s).',
		'With this SKU, a round over SHOPS US takes at most 1 min 20 s.',
	]);
});
