import { expect, test } from 'vitest';
import { isTable, watchesOf, watchPerLine } from './readWatches.ts';

test('each line without a header is a watch of the chosen shop', () => {
	const text = 'air jordan 3, aj3\n\n source of joy \n';
	expect(isTable(text)).toBe(false);
	expect(watchPerLine(text, { source: 'ADIDAS', region: 'US' })).toEqual([
		{ source: 'ADIDAS', region: 'US', include: ['air jordan 3', 'aj3'] },
		{ source: 'ADIDAS', region: 'US', include: ['source of joy'] },
	]);
});

test.each([
	['CSV', 'source;include;maxPrice\nADIDAS;"samba, gazelle";120\n'],
	['JSON', '[{"source":"ADIDAS","include":"samba, gazelle","maxPrice":"120"}]'],
])('a table in %s names source, prices and more in each row', (_, text) => {
	expect(isTable(text)).toBe(true);
	expect(watchesOf(text)).toEqual([
		{ source: 'ADIDAS', region: 'US', include: ['samba', 'gazelle'], exclude: [], minPrice: null, maxPrice: 120 },
	]);
});

test('a price that is no number is named with its line', () => {
	const problem = 'Line 2: maxPrice must be a number: "cheap".';
	expect(watchesOf('source,include,maxPrice\nADIDAS,samba,cheap')).toEqual({ problem });
});
