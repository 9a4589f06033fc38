import { chunks } from '@dropwire/domain';

/**
 * Groups SKUs into batches of at most `size`. Full batches whose SKUs are all still wanted are unchanged, so their
 * versions and times remain valid when a list changes. All other SKUs are grouped again, in the given order.
 */
export function regroup(
	batches: readonly (readonly string[])[],
	skus: readonly string[],
	size: number,
): (readonly string[])[] {
	const wanted = new Set(skus);
	const kept = batches.filter((batch) => batch.length === size && batch.every((sku) => wanted.has(sku)));
	for (const sku of kept.flat()) wanted.delete(sku);
	return [...kept, ...chunks([...wanted], size)];
}
