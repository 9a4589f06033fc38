import { expect, test } from 'vitest';
import {
	compareSizes,
	findSize,
	isSameSize,
	showSize,
	sizeMatches,
	sortSizes,
	splitSizes,
	suggestedSizes,
	unseenSizes,
} from './sizes.ts';
import { SIZE_CASES } from './testing.ts';

const pairs = SIZE_CASES.flatMap(([filter, matches, others]) => [
	...matches.map((label) => [filter, label, true] as const),
	...others.map((label) => [filter, label, false] as const),
]);

test('the table has enough pairs', () => {
	expect(pairs.length).toBeGreaterThan(300);
});

test.each(pairs)('the filter "%s" on the label "%s": %s', (filter, label, expected) => {
	expect(sizeMatches(filter, label)).toBe(expected);
});

test.each([
	['numbers', '3.5 4 9 9.5 10 13'],
	['letters', 'XXS XS S M L XL 2XL 3XL'],
	['children before adults', '2C 10C 13.5C 1Y 7Y 3.5 9'],
	['thirds', 'EU-41 41⅓ EU-42 42⅔ EU-43'],
	['trousers', '28x30 30x30 30x32 W32L30'],
])('sizes are sorted: %s', (_, sorted) => {
	const labels = sorted.split(' ');
	expect(labels.toReversed().sort(compareSizes)).toEqual(labels);
	expect(labels.toSorted().sort(compareSizes)).toEqual(labels);
});

test('sizes of several notations have one order', () => {
	const labels = ['One Size', 'M 3.5 / W 5', '9', '9 2E', 'M 9.5 / W 11', 'US 10', 'S', 'S/M', 'Red', 'Blue'];
	expect(sortSizes(labels.toReversed().map((size) => ({ size }))).map(({ size }) => size)).toEqual([
		...labels.slice(0, 8),
		'Blue',
		'Red',
	]);
});

test.each([
	['9½', '9.5'],
	['9,50', '9.5'],
	["men's 9", 'M 9'],
	['us9', 'US 9'],
	['xxl', '2XL'],
	['x-small', 'XS'],
	['3xs', '3XS'],
	['w32 l34', '32x34'],
	['eu 42.67', 'EU 42 2/3'],
	['os', 'One size'],
	['9 ee', '9 2E'],
	['xlt', 'XL Tall'],
	['s/m', 'S/M'],
	['yl', 'Youth L'],
	['10.5c', '10.5C'],
	['27.5cm', 'JP 27.5'],
	['m 9/w 10.5', 'M 9 / W 10.5'],
	[' Volt Green ', 'Volt Green'],
	['16GB', '16GB'],
	['512 GB', '512 GB'],
])('"%s" is shown as "%s", which is the same size', (typed, shown) => {
	expect(showSize(typed)).toBe(shown);
	expect(isSameSize(typed, shown)).toBe(true);
	expect(showSize(shown)).toBe(shown);
});

test.each([
	['M 9 / W 10.5', ['M 8.5 / W 10', 'M 9 / W 10.5'], 1],
	['9', ['9 2E', '9'], 1],
	['9', ['M 8 / W 9.5', 'M 9 / W 10.5'], 1],
	['UK 9', ['8', '9', '10'], 1],
	['UK 9', ['US 9', 'US 10'], -1],
	['99', ['9'], -1],
	['JP 27.5', ['27', '27.5'], 1],
])('the size "%s" of a link among %j is at %i', (wanted, labels, index) => {
	expect(findSize(wanted, labels)).toBe(index);
});

test('suggestions are the first names of labels, each once and sorted', () => {
	const labels = ['W 9 / M 7.5', '10', 'M 9 / W 10.5', 'M 9 / W 10.5', '9.0', 'XL', 'W32 L34', 'Red'];
	expect(suggestedSizes(labels)).toEqual(['9', 'M 9', 'W 9', '10', '32x34', 'XL']);
});

test.each([
	['9, 10.5', ['9', '10.5']],
	['9,10', ['9', '10']],
	['9,5', ['9,5']],
	['9,5,10,5; xl', ['9,5', '10,5', 'xl']],
	['M,5\n 7 ', ['M', '5', '7']],
	['8, 5', ['8', '5']],
	['4,5,6', ['4', '5', '6']],
	['XL,4,5,6', ['XL', '4', '5', '6']],
	['3,4,5', ['3', '4', '5']],
	['8,9,10,11; M', ['8', '9', '10', '11', 'M']],
	['4,5', ['4,5']],
	['9,5,10', ['9,5', '10']],
	['9,5,10,5', ['9,5', '10,5']],
	['4,5,6.5', ['4,5', '6.5']],
	['4,5,6,5', ['4,5', '6,5']],
	[' , ', []],
])('the text "%s" has the sizes %j', (text, sizes) => {
	expect(splitSizes(text)).toEqual(sizes);
});

test('a size of a filter that matches no label is unseen', () => {
	expect(unseenSizes(['9', 'm9', '14', 'W 9', 'XL'], ['M 9 / W 10.5', 'XL'])).toEqual(['14', 'W 9']);
});

test('texts of any length and form are read in little time', () => {
	const texts = [
		'',
		' ',
		'/',
		'(((',
		'9'.repeat(5000),
		'9 '.repeat(5000),
		'x'.repeat(5000),
		'x-'.repeat(40),
		'9 1/'.repeat(20),
	];
	const began = process.cpuUsage();
	for (const text of texts) {
		expect(sizeMatches(text, text)).toBe(true);
		expect(compareSizes(text, '9')).not.toBeNaN();
		showSize(text);
	}
	expect(process.cpuUsage(began).user / 1000).toBeLessThan(1000);
});
