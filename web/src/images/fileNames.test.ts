import { expect, test } from 'vitest';
import { DEFAULT_PATTERN, fileNames, patternProblem } from './fileNames.ts';

const picture = (sku: string, view: string, source = 'Nike shop page, large') => ({ sku, view, source });
const PICTURES = [picture('CK9246-101', 'A'), picture('CK9246-101', 'C'), picture('IQ0627/001', 'A')];

test('names contain SKU, view and a number for each SKU', () => {
	expect(fileNames(DEFAULT_PATTERN, PICTURES, false)).toEqual(['CK9246-101_A_1', 'CK9246-101_C_2', 'IQ0627-001_A_1']);
	expect(fileNames('{view} {source}', PICTURES, true)).toEqual([
		'CK9246-101/A Nike-shop-page,-large',
		'CK9246-101/C Nike-shop-page,-large',
		'IQ0627-001/A Nike-shop-page,-large',
	]);
});

test('no two files have the same name', () => {
	expect(fileNames('drop', PICTURES, false)).toEqual(['drop_1', 'drop_2', 'drop_1_2']);
	expect(fileNames('{view}', [picture('A', 'b'), picture('B', 'B')], false)).toEqual(['b', 'B_2']);
});

test.each([
	['{sku}_{view}', null],
	['Größe (2)', null],
	['a/b:c', 'A file name cannot contain / :'],
	['{colour}', '{colour} is unknown. Use {sku}, {view}, {source}, {n}.'],
	['x'.repeat(101), 'At most 100 characters; these are 101.'],
])('the pattern %j: %s', (pattern, problem) => {
	expect(patternProblem(pattern)).toBe(problem);
});
