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
const row = { action: 'SET', ...bare, options: '' };
const two = { ...row, label: 'two\nlines' };

test('exported rows import unchanged with any line ends', () => {
	const csv = asFile('csv', [row, two, row], WEBHOOK_BULK);
	expect(csv.split('\n')[0]).toBe('brand,category,region,status,label,value,options');
	for (const text of [csv, `\uFEFF${csv}`, csv.replace(/(?<!two)\n/g, '\r\n')]) {
		expect(readRows(text, WEBHOOK_BULK)).toEqual({ rows: [row, two, row], lines: [2, 3, 5] });
	}
	expect(csv).toMatch(/\n#end,,,,,,\n$/);
	const json = asFile('json', [row, two], WEBHOOK_BULK);
	expect(readRows(json, WEBHOOK_BULK)).toEqual({ rows: [row, two], lines: [1, 2] });
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', "'=1", "''=1", '＝1', "'plain", "it's"])(
	'a cell that says %j is no formula in a CSV, and reads back as it was',
	(label) => {
		const csv = asFile('csv', [{ ...row, label }], WEBHOOK_BULK);
		expect(csv).not.toMatch(/(^|,)"?[=+\-@\t\r＝]/m);
		expect(readRows(csv, WEBHOOK_BULK)).toMatchObject({ rows: [{ label }] });
		expect(asFile('json', [{ ...row, label }], WEBHOOK_BULK)).toContain(JSON.stringify(label));
	},
);

test('CSV, JSON and NDJSON give the same rows; the default action is SET', () => {
	const csv = `value,label,status,region,category,brand\n${row.value},"a ""quoted"", label",ACTIVE,US,SHOES,NIKE\n`;
	expect(readRows(csv, WEBHOOK_BULK)).toEqual({ rows: [row], lines: [2] });
	expect(readRows(JSON.stringify([bare]), WEBHOOK_BULK)).toEqual({ rows: [row], lines: [1] });
	expect(readRows(JSON.stringify({ rows: [row], nextCursor: null }), WEBHOOK_BULK)).toEqual({
		rows: [row],
		lines: [1],
	});
	const lines = `${JSON.stringify(bare)}\n\n${JSON.stringify(row)}\n{"#end":true}\n`;
	expect(readRows(lines, WEBHOOK_BULK)).toEqual({ rows: [row, row], lines: [1, 3] });
	expect(readRows('type;sku;;\nMONITOR1;CK9246-101;;\n;;;\n', SKU_BULK)).toMatchObject({ lines: [2] });
	expect(readRows('type,sku\nMONITOR1,CK9246-101\n', SKU_BULK)).toEqual({
		rows: [{ action: 'SET', type: 'MONITOR1', sku: 'CK9246-101', productLink: '', regions: '' }],
		lines: [2],
	});
});

test.each([
	['', 'There are no rows.'],
	['brand,category,region,status,label,value\n', 'There are no rows.'],
	['[]', 'There are no rows.'],
	['label,value\na,b\n', /"brand" is missing; .*"status" is missing/],
	['acton,brand,category,region,status,label,value\n', /Line 1: "acton" is not a column \(did you mean action\?\)/],
	['brand;category\na;b\n', /"region" is missing/],
	['brand,category,region,status,label,value\na,b\n', 'Line 2: row has 2 cells; the first line names 6 columns.'],
	['brand,category,region,status,label,value\n"a,b\n', /Line \d: unclosed or unescaped quote/],
	['{"brand":"a"}\n{"b":\n', 'Line 2: row is not JSON.'],
	['[{"acton":"DELETE"}]', /Line 1: acton is not a column/],
	['[{"label":{"a":1}}]', 'Line 1: label must be text.'],
	['[1]', 'Line 1: row must be an object.'],
	[JSON.stringify([1, 2, 3, 4, 5, 6, 7]), /Line 5: row must be an object. 2 more rows like these./],
])('reports the line of invalid rows: %j', (text, problem) => {
	expect(readRows(text, WEBHOOK_BULK)).toEqual({ problem: expect.stringMatching(problem) as string });
});
