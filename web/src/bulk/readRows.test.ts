import { expect, test } from 'vitest';
import { asFile } from './exportRows.ts';
import { SKU_BULK, WEBHOOK_BULK } from './kinds.ts';
import { readRows } from './readRows.ts';

const bare = {
	brand: 'NIKE',
	category: 'SHOES',
	region: 'US',
	status: 'ACTIVE',
	label: 'a "quoted", label',
	value: 'https://discord.com/api/webhooks/1/a',
};
const row = { action: 'SET', ...bare };
const two = { ...row, label: 'two\nlines' };

test('what is exported reads back as it was, whatever a spreadsheet made of its line ends', () => {
	const csv = asFile('csv', [row, two, row], WEBHOOK_BULK);
	expect(csv.split('\n')[0]).toBe('brand,category,region,status,label,value');
	for (const text of [csv, `\uFEFF${csv}`, csv.replace(/(?<!two)\n/g, '\r\n')]) {
		expect(readRows(text, WEBHOOK_BULK)).toEqual({ rows: [row, two, row], lines: [2, 3, 5] });
	}
	const json = asFile('json', [row, two], WEBHOOK_BULK);
	expect(readRows(json, WEBHOOK_BULK)).toEqual({ rows: [row, two], lines: [1, 2] });
});

test('CSV, JSON and NDJSON say the same; columns stand in any order, and a row without an action is set', () => {
	const csv = `value,label,status,region,category,brand\n${row.value},"a ""quoted"", label",ACTIVE,US,SHOES,NIKE\n`;
	expect(readRows(csv, WEBHOOK_BULK)).toEqual({ rows: [row], lines: [2] });
	expect(readRows(JSON.stringify([bare]), WEBHOOK_BULK)).toEqual({ rows: [row], lines: [1] });
	expect(readRows(JSON.stringify({ rows: [row], nextCursor: null }), WEBHOOK_BULK)).toEqual({
		rows: [row],
		lines: [1],
	});
	const lines = `${JSON.stringify(bare)}\n\n${JSON.stringify(row)}\n`;
	expect(readRows(lines, WEBHOOK_BULK)).toEqual({ rows: [row, row], lines: [1, 3] });
	expect(readRows('type,sku\nMONITOR1,CK9246-101\n', SKU_BULK)).toEqual({
		rows: [{ action: 'SET', type: 'MONITOR1', sku: 'CK9246-101', productLink: '' }],
		lines: [2],
	});
});

test.each([
	['', 'There is nothing to read.'],
	['label,value\na,b\n', /"brand" is missing; .*"status" is missing/],
	['acton,brand,category,region,status,label,value\n', /Line 1: "acton" is no column \(did you mean action\?\)/],
	['brand;category\na;b\n', /must be separated by commas/],
	['brand,category,region,status,label,value\na,b\n', 'Line 2: row has 2 cells; the first line names 6 columns.'],
	['brand,category,region,status,label,value\n"a,b\n', /Line \d: a quote is left open/],
	['{"brand":"a"}\n{"b":\n', 'Line 2: row is no JSON.'],
	['[{"acton":"DELETE"}]', /Line 1: acton is no column/],
	['[{"label":{"a":1}}]', 'Line 1: label must be text.'],
	['[1]', 'Line 1: row must be an object.'],
	[JSON.stringify([1, 2, 3, 4, 5, 6, 7]), /Line 5: row must be an object. 2 more rows like these./],
])('what cannot be read is said with its line: %j', (text, problem) => {
	expect(readRows(text, WEBHOOK_BULK)).toEqual({ problem: expect.stringMatching(problem) as string });
});
