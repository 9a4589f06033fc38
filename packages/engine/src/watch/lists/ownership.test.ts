import { expect, test } from 'vitest';
import { isOwner } from './scope.ts';

test('each SKU has one owner, and a leaving process moves only its SKUs', () => {
	const workers = ['a', 'b', 'c'];
	const skus = Array.from({ length: 300 }, (_, n) => `SKU-${n}`);
	const ownerOf = (sku: string, of: string[]) => of.filter((worker) => isOwner(worker, of, sku));
	const owners = skus.map((sku) => ownerOf(sku, workers));
	expect(owners.every((list) => list.length === 1)).toBe(true);
	for (const worker of workers) expect(owners.filter(([owner]) => owner === worker).length).toBeGreaterThan(50);
	for (const [index, sku] of skus.entries()) {
		const [owner] = owners[index] as [string];
		if (owner !== 'c') expect(ownerOf(sku, ['a', 'b'])).toEqual([owner]);
	}
});
