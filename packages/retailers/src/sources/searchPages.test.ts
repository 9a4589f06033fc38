import { expect, test } from 'vitest';
import { type ListPage, readPages, searchResult } from './searchPages.ts';

const product = (sku: string) => ({ sku, title: sku, link: null, price: null, image: null });
const blocked = { kind: 'blocked', reason: 'wall (403)', retryAfterMs: null } as const;

/** @param pages the products of each page, `x` for one that fails @param ends whether the shop names the end of its list */
function shop(pages: readonly string[], ends = true) {
	return async (position: string | null): Promise<ListPage | typeof blocked> => {
		const at = Number(position ?? 0);
		const skus = pages[at] ?? '';
		if (skus === 'x') return blocked;
		const next = ends && at + 1 >= pages.length ? null : String(at + 1);
		return { found: [...skus].map(product), isEmpty: skus === '', next };
	};
}

test.each([
	['of one page is read at once', ['ab'], null, 'ab', null],
	['is read to its end', ['ab', 'cd', 'e'], null, 'abcde', null],
	['that is longer stops after three pages', ['ab', 'cd', 'ef', 'gh'], null, 'abcdef', '3'],
	['goes on where the last search stopped, after its first page', ['ab', 'cd', 'ef', 'gh'], '3', 'abgh', null],
	['whose second page fails', ['ab', 'x'], null, 'ab', '1'],
	['whose first page fails', ['x', 'cd'], '3', '', '3'],
	['that has become shorter', ['ab'], '3', 'ab', null],
])('a list %s', async (_, pages, from, found, next) => {
	const read = await readPages(shop(pages), from, 3);
	expect([read.found.map(({ sku }) => sku).join(''), read.next]).toEqual([found, next]);
});

test('a list without a named end ends with a page that is empty or repeats the others', async () => {
	for (const pages of [
		['ab', 'cd'],
		['ab', 'cd', 'dc'],
	]) {
		const read = await readPages(shop(pages, false), null, 4);
		expect([read.found.length, read.next]).toEqual([4, null]);
	}
});

test('a list that was read in part says where to go on, also after a failure', async () => {
	const found = ['a', 'b', 'c'].map(product);
	expect(searchResult(await readPages(shop(['a', 'b', 'c', 'd']), null, 3))).toEqual({
		kind: 'partial',
		found,
		next: '3',
	});
	expect(searchResult(await readPages(shop(['a', 'b', 'c', 'x']), null, 4))).toEqual({ ...blocked, found, next: '3' });
	expect(searchResult(await readPages(shop(['a', 'b', 'c']), null, 3))).toEqual(found);
});
