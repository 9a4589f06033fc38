import { toMinutes } from './points.ts';
import type { Stay } from './stays.ts';

/** A check that found sizes available, or a product without sizes, which the check before found sold out. */
export interface Restock {
	/** Epoch ms. */
	at: number;
	/** The sizes that came back; empty for a product without sizes. */
	sizes: string[];
	/** Until the last of them was gone, with one decimal; null while one is there, and if that is not known. */
	minutes: number | null;
}

/** The restocks among the stays of a history, from the oldest. */
export function restocksOf(stays: readonly Stay[]): Restock[] {
	const byTime = Map.groupBy(
		stays.filter(({ isBack }) => isBack),
		({ from }) => from,
	);
	return [...byTime].map(([at, back]) => ({
		at,
		sizes: back.flatMap(({ size }) => size ?? []),
		minutes: minutesOf(at, back),
	}));
}

function minutesOf(at: number, back: readonly Stay[]): number | null {
	let end = at;
	for (const { to, isCut } of back) {
		if (to === null || isCut) return null;
		end = Math.max(end, to);
	}
	return toMinutes(end - at);
}
