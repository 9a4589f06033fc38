import type { ProductSnapshot } from '@dropwire/retailers';
import { expect, test } from 'vitest';
import { aSnapshot } from '../testing.ts';
import { evaluate } from './evaluate.ts';
import { AT, known, options, read } from './testing.ts';

const PAGE = 'https://www.shop.example/products/shoe';
const linked = (change: Partial<ProductSnapshot> = {}) => aSnapshot({ sku: 'shop.example/shoe', url: PAGE, ...change });
test.each([
	['at a partner', { url: 'https://partner.example/shoe' }, 'moved: from shop.example to https://partner.example/shoe'],
	['at a subdomain', { url: 'https://m.shop.example/products/shoe', available: false }, null],
	[
		'at another page, with another title',
		{ url: 'https://www.shop.example/products/lamp', title: 'Lamp' },
		'now shows: "Lamp", https://www.shop.example/products/lamp',
	],
	['at another page', { url: 'https://www.shop.example/products/shoe-2', available: false }, null],
	['with another title', { title: 'Shoe (restocked)' }, null],
] as const)('a link whose product, which no code names, is %s', (_, change, reason) => {
	for (const sku of ['shop.example/shoe', 'A-1']) {
		const answer = { ...read(linked({ ...change, sku })), isUnnamed: true } as const;
		const before = { ...known, snapshot: linked({ sku }), checkedAt: AT - 2 * 86_400_000 };
		const decision = evaluate(before, answer, { ...options, at: AT, byLink: true });
		expect(decision.kind === 'blocked' ? decision.reason : null).toBe(reason);
		expect(evaluate(before, answer, { ...options, at: AT })).toMatchObject({ kind: 'baseline' });
	}
});

test('a link whose product a code names can lead to another page with another title', () => {
	const before = { ...known, snapshot: linked({ sku: 'A-1' }) };
	const after = linked({ sku: 'A-1', url: 'https://www.shop.example/products/lamp', title: 'Lamp' });
	expect(evaluate(before, read(after), { ...options, at: AT, byLink: true })).not.toMatchObject({ kind: 'blocked' });
});

test.each([
	['shop.example/shoe', '/products/lamp', true],
	['shop.example/shoe', '/products/shoe', false],
	['shop.example/shoe?variant=1', '/en/products/shoe-2?variant=1', false],
	['shop.example/Shoe', '/products/shoe', false],
	['shop.example/12', '/p/12/shoe', false],
	['shop.example/air-runner-pr~0abcdefg', '/products/air-runner-pro', false],
	['A-1', '/products/lamp', false],
])('whether the gone product %s that returns at %s is another one: %s', (sku, path, isOther) => {
	const answer = { ...read(linked({ sku, url: `https://shop.example${path}` })), isUnnamed: true } as const;
	const decision = evaluate({ ...known, snapshot: null }, answer, { ...options, at: AT, byLink: true });
	expect(decision.kind === 'blocked').toBe(isOther);
});

test.each([
	['another colour with other sizes', 'Red', [1, 2], 'now shows: "Shoe" in Red instead of Blue'],
	['the colour under another name', 'Navy', [3, 4], null],
	['another colour beside its own', undefined, [1, 2, 3], null],
	['the colour with new variants', 'Blue', [5, 6], null],
	['another colour without sizes', 'Red', [], null],
] as const)('a link to the sizes of a colour that shows %s', (_, color, variants, reason) => {
	const shown = (named: string | undefined, ids: readonly number[]) => {
		const sizeOf = (id: number) => ({ size: `${id}`, available: true, level: null, count: null });
		const sizes = ids.map((id) => ({ ...sizeOf(id), url: `https://www.shop.example/cart/${id}:1` }));
		return linked({ title: 'Shoe', ...(named && { color: named }), sizes });
	};
	const before = { ...known, snapshot: shown('Blue', [3, 4]) };
	const decision = evaluate(before, read(shown(color, variants)), { ...options, at: AT, byLink: true });
	expect(decision.kind === 'blocked' ? decision.reason : null).toBe(reason);
});

test('a link that shows its product under another SKU names both', () => {
	const before = { ...known, snapshot: aSnapshot({ sku: 'A', title: 'Shoe one', url: PAGE }) };
	const reasonFor = (shows: { sku: string; title: string; url: string | null }) =>
		evaluate(before, { kind: 'blocked', reason: 'now shows: …', retryAfterMs: null, shows }, { ...options, at: AT });
	const renamed = { kind: 'blocked', reason: 'now shows: SKU B instead of A, "Shoe One"' };
	expect(reasonFor({ sku: 'B', title: 'Shoe One', url: null })).toEqual(renamed);
	expect(reasonFor({ sku: 'B', title: 'Shoe One', url: `${PAGE}/` })).toEqual(renamed);
	expect(reasonFor({ sku: 'B', title: 'Shoe two', url: null })).toMatchObject({ reason: 'now shows: …' });
	expect(reasonFor({ sku: 'B', title: 'Shoe one', url: `${PAGE}-red` })).toMatchObject({ reason: 'now shows: …' });
});
