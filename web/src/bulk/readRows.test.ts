import { expect, test } from 'vitest';
import { readRows, toCsv } from './readRows.ts';

const row = {
	action: 'SET',
	brand: 'NIKE',
	category: 'SHOES',
	region: 'US',
	status: 'ACTIVE',
	label: 'a "quoted", label',
	value: 'https://discord.com/api/webhooks/1/a',
};

test('what is exported reads back as it was, whatever a spreadsheet made of its line ends', () => {
	const csv = toCsv([row, { ...row, label: 'two\nlines' }]);
	for (const text of [csv, `\uFEFF${csv}`, csv.replace(/(?<!two)\n/g, '\r\n')]) {
		expect(readRows(text)).toEqual({ rows: [row, { ...row, label: 'two\nlines' }], lines: [2, 4] });
	}
});

test('CSV, JSON and NDJSON say the same; columns stand in any order, and a row without an action is set', () => {
	const { action: _, ...bare } = row;
	const csv = `value,label,status,region,category,brand\n${row.value},"a ""quoted"", label",ACTIVE,US,SHOES,NIKE\n`;
	expect(readRows(csv)).toEqual({ rows: [row], lines: [2] });
	expect(readRows(JSON.stringify([bare]))).toEqual({ rows: [row], lines: [1] });
	expect(readRows(JSON.stringify({ rows: [row], nextCursor: null }))).toEqual({ rows: [row], lines: [1] });
	expect(readRows(`${JSON.stringify(bare)}\n\n${JSON.stringify(row)}\n`)).toEqual({ rows: [row, row], lines: [1, 3] });
});

test.each([
	['', 'There is nothing to read.'],
	['label,value\na,b\n', /brand, category, region, status is missing/],
	['brand,category,region,status,label,value\na,b\n', 'Line 2 has 2 cells; the first line names 6 columns.'],
	['brand,category,region,status,label,value\n"a,b\n', /Line \d: a quote is left open/],
	['{"a":1}\n{"b":\n', 'Line 2 is not valid JSON.'],
	['[1]', /Row 1 must be an object/],
])('what cannot be read is said with its line: %j', (text, problem) => {
	expect(readRows(text)).toEqual({ problem: expect.stringMatching(problem) as string });
});
