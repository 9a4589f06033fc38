import { compareSizes } from '../../sizes.ts';
import { toMinutes } from '../points.ts';
import type { Stay } from '../stays.ts';

/** How long a size stays after a restock. */
export interface SellOut {
	size: string;
	/** With one decimal. */
	medianMinutes: number;
	/** The restocks whose end is known. */
	n: number;
}

/** The restocks of a size from which on a median says something. */
const MIN_ENDED = 3;

/** How long the sizes stay that came back often enough and were gone again, in the order of sizes; null if none did. */
export function sellOutOf(stays: readonly Stay[]): SellOut[] | null {
	const lengths = new Map<string, number[]>();
	for (const { size, from, to, isBack, isCut } of stays) {
		if (size === null || to === null || !isBack || isCut) continue;
		const ofSize = lengths.get(size);
		if (ofSize) ofSize.push(to - from);
		else lengths.set(size, [to - from]);
	}
	const sizes = [...lengths]
		.filter(([, ended]) => ended.length >= MIN_ENDED)
		.map(([size, ended]) => ({ size, medianMinutes: toMinutes(median(ended)), n: ended.length }))
		.sort((a, b) => compareSizes(a.size, b.size));
	return sizes.length > 0 ? sizes : null;
}

function median(values: readonly number[]): number {
	const sorted = values.toSorted((a, b) => a - b);
	const upper = sorted[sorted.length >> 1] ?? 0;
	return sorted.length % 2 === 1 ? upper : ((sorted[(sorted.length >> 1) - 1] ?? 0) + upper) / 2;
}
