import { compareSizes } from '../sizes.ts';
import { type HistoryPoint, sizesOf } from './points.ts';

/** When a size was available. */
export interface SizeSpans {
	size: string;
	/** From the oldest, epoch ms: from this moment until before that one; null while it is available. */
	spans: [from: number, to: number | null][];
}

/** When each size was available, in the order of sizes. A gap ends all spans. */
export function sizeSpans(points: readonly HistoryPoint[]): SizeSpans[] {
	const bySize = new Map<string, SizeSpans['spans']>();
	const open = new Map<string, SizeSpans['spans'][number]>();
	for (const point of points) {
		const sizes = new Set(sizesOf(point));
		for (const [size, span] of open) {
			if (sizes.has(size)) continue;
			span[1] = point.at;
			open.delete(size);
		}
		for (const size of sizes) {
			if (open.has(size)) continue;
			const span: SizeSpans['spans'][number] = [point.at, null];
			open.set(size, span);
			const spans = bySize.get(size);
			if (spans) spans.push(span);
			else bySize.set(size, [span]);
		}
	}
	return [...bySize].map(([size, spans]) => ({ size, spans })).sort((a, b) => compareSizes(a.size, b.size));
}
