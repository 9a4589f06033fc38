import { compareSizes } from '../sizes.ts';
import type { Stay } from './stays.ts';

/** When a size was available. */
export interface SizeSpans {
	size: string;
	/** From the oldest, epoch ms: from this moment until before that one; null while it is available. */
	spans: [from: number, to: number | null][];
}

/** When each size was available, in the order of sizes. */
export function sizeSpans(stays: readonly Stay[]): SizeSpans[] {
	const bySize = new Map<string, SizeSpans>();
	for (const { size, from, to } of stays) {
		if (size === null) continue;
		const known = bySize.get(size);
		if (known) known.spans.push([from, to]);
		else bySize.set(size, { size, spans: [[from, to]] });
	}
	return [...bySize.values()].sort((a, b) => compareSizes(a.size, b.size));
}
