import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SortedList } from './sortedList.ts';

test('items are sorted by key, then by insertion order', () => {
	fc.assert(
		fc.property(fc.array(fc.integer({ min: 0, max: 5 })), (keys) => {
			const list = new SortedList<{ key: number; index: number }>();
			for (const [index, key] of keys.entries()) list.add(key, { key, index });
			const expected = keys.map((key, index) => ({ key, index })).sort((a, b) => a.key - b.key || a.index - b.index);
			const taken = [];
			for (let item = list.takeFirst(); item; item = list.takeFirst()) taken.push(item);
			expect(taken).toEqual(expected);
			expect(list.firstKey).toBe(Number.POSITIVE_INFINITY);
		}),
	);
});
