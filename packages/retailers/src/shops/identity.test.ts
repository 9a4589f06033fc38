import type { Brand } from '@dropwire/domain';
import { expect, test } from 'vitest';
import type { ShopReading } from '../formats/reading.ts';
import { isAbout, isAnotherProduct, isSameSku } from './identity.ts';

test.each([
	['1203A474-002', '1203a474.002', true],
	['1203A474-002', 'ANA_1203A474-002', true],
	['1203A474-002', '1203A474-003', false],
	['DZ5485-612', 'DZ5485', true],
	['DZ5485-612', 'DZ5485-612-9.5', true],
	['DZ5485-612', 'DZ5486-612', false],
	['7N6B8UA#ABA', '7n6b8ua', true],
	['7N6B8UA#ABA', '3YM57AN#140', false],
	['SHOE-ONE', 'SHOE-TWO', false],
	['A-1', 'A-2', false],
	['SHOE', 'SHOES', false],
])('whether %s and %s are the same SKU: %s', (one, other, same) => {
	expect(isSameSku(one, other)).toBe(same);
	expect(isSameSku(other, one)).toBe(same);
});

const size = { size: '9', available: true, level: null, count: null };
const CASES: [string, string, Pick<ShopReading, 'sku' | 'skus' | 'sizes'>, Brand | null, boolean | null][] = [
	['no SKU', 'A-1', { sku: null, sizes: [] }, null, null],
	['another SKU', 'A-1', { sku: 'B-1', sizes: [] }, null, false],
	['one of the codes of its sizes', 'A-1', { sku: 'B-1', skus: ['B-1', 'a_1'], sizes: [size] }, null, true],
	['another size first', 'A-41', { sku: 'A-42', sizes: [size] }, null, true],
	['another number, without sizes', 'A-41', { sku: 'A-42', sizes: [] }, null, false],
	[
		"the shop's number in another form than the brand's SKUs",
		'1203A474-002',
		{ sku: '40012345', sizes: [] },
		'ASICS',
		null,
	],
	["another of the brand's SKUs", '1203A474-002', { sku: '1011B548_400', sizes: [] }, 'ASICS', false],
	['another style with a number', 'M990GL6', { sku: 'U9060BPM-40123', sizes: [] }, 'NEWBALANCE', false],
	['the start of a SKU that is stored cut', 'A'.repeat(64), { sku: 'A'.repeat(70), sizes: [] }, null, true],
];
test.each(CASES)('a page with %s is about %s: %#', (_, sku, reading, brand, expected) => {
	expect(isAbout(reading, sku, brand)).toBe(expected);
});

test.each([
	[
		'https://www.hp.com/us-en/shop/pdp/hp-zbook-7n6b8ua-aba-1',
		'https://www.hp.com/us-en/shop/pdp/hp-ink-3ym57an-140-1',
		true,
	],
	[
		'https://www.hp.com/us-en/shop/pdp/hp-zbook-7n6b8ua-aba-1',
		'https://www.hp.com/us-en/shop/pdp/hp-zgx-cz2v8ut-aba',
		true,
	],
	['https://www.asics.com/p/ANA_1203A474-002.html', 'https://www.asics.com/x/p/ANA_1203A474-002.html', false],
	['https://www.asics.com/p/ANA_1203A474-002.html', 'https://www.asics.com/p/ANA_1203A474-003.html', true],
	['https://shop.example/a', 'https://shop.example/b', false],
])('%s redirects to another product, %s: %s', (link, found, other) => {
	expect(isAnotherProduct(link, found)).toBe(other);
});
