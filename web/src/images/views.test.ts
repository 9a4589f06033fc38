import { expect, test } from 'vitest';
import type { FoundPicture } from './look.ts';
import { bestSource, byMirror, byView } from './views.ts';

const picture = (mirror: number, slot: number, rendered = true): FoundPicture => ({
	id: `CK9246-101 ${mirror}.${slot}`,
	sku: 'CK9246-101',
	url: `https://images.example/${mirror}/${slot}`,
	view: slot === 0 ? 'A' : null,
	label: `CK9246-101 ${slot + 1}, Mirror #${mirror + 1}`,
	source: `Source ${mirror}`,
	mirror,
	slot,
	rendered,
});
const first = picture(0, 0);
const shop = picture(2, 0, false);
const PICTURES = [first, picture(0, 8), shop, picture(2, 9, false)];
const sizes = (mirror0: number | null, mirror2: number | null) => ({
	[first.url]: mirror0 === null ? null : { width: mirror0, height: mirror0 },
	[shop.url]: mirror2 === null ? null : { width: mirror2, height: mirror2 },
});
const unpadded = () => 0;

test('each view is shown once, with its sources', () => {
	const items = byView(PICTURES, {}, ([one]) => one!);
	expect(items.map(({ label, sources }) => `${label}: ${sources.length}`)).toEqual([
		'CK9246-101, view A: 2',
		'CK9246-101, view 9: 1',
		'CK9246-101, view 10: 1',
	]);
	expect(byMirror(PICTURES).map(({ label }) => label)).toEqual(PICTURES.map(({ label }) => label));
});

test('a chosen source stays, whichever is the best', () => {
	const [item] = byView(PICTURES, { 'CK9246-101 view 0': shop.id }, () => first);
	expect(item?.picture).toBe(shop);
});

test('the best source has the most pixels, without the padding that its host added', () => {
	expect(bestSource([first, shop], sizes(400, 2000), unpadded)).toBe(shop);
	expect(bestSource([first, shop], sizes(400, 400), unpadded)).toBe(first);
	expect(bestSource([first, shop], sizes(600, 500), () => 100)).toBe(shop);
	expect(bestSource([first, shop], sizes(null, 100), unpadded)).toBe(shop);
	expect(bestSource([first, shop], { [shop.url]: { width: 9, height: 9 } }, unpadded)).toBe(first);
});
