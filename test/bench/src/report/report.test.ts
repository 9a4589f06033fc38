import { describe, expect, test } from 'vitest';
import { aimTable, table } from './markdown.ts';
import { median, percentile, slope, spread } from './statistics.ts';

describe('statistics', () => {
	const values = [5, 1, 4, 2, 3];

	test('percentiles are measured values, by nearest rank', () => {
		expect(median(values)).toBe(3);
		expect(median([1, 2])).toBe(1);
		expect(percentile(values, 0)).toBe(1);
		expect(percentile(values, 0.8)).toBe(4);
		expect(percentile(values, 0.99)).toBe(5);
		const hundred = Array.from({ length: 100 }, (_, n) => n + 1);
		expect(percentile(hundred, 0.99)).toBe(99);
		expect(percentile([], 0.5)).toBeNaN();
	});

	test('the spread has the median, the lowest and the highest value', () => {
		expect(spread(values)).toBe('3 (1–5)');
		expect(spread([0.25, 0.5], 2)).toBe('0.25 (0.25–0.50)');
	});

	test('the slope of noise around a line is that of the line', () => {
		const points = [0, 1, 2, 3].map((x) => ({ x, y: 10 + 2 * x }));
		expect(slope(points)).toBeCloseTo(2);
		expect(
			slope([
				{ x: 1, y: 1 },
				{ x: 1, y: 5 },
			]),
		).toBe(0);
	});
});

describe('tables', () => {
	test('a row has one cell per column and escapes |', () => {
		expect(table(['a', 'b'], [['1', 'x|y']])).toEqual(['| a | b |', '|---|---|', '| 1 | x\\|y |']);
	});

	test('every aim ends with its verdict', () => {
		const aim = { what: 'first message', database: 'SQLite', aim: '60 ms', measured: '51 ms' };
		const [, , met, missed] = aimTable([
			{ ...aim, met: true },
			{ ...aim, met: false },
		]);
		expect(met).toBe('| first message | SQLite | 60 ms | 51 ms | met |');
		expect(missed).toBe('| first message | SQLite | 60 ms | 51 ms | **missed** |');
	});
});
