import type { HistoryPoint } from './points.ts';

/** Whether a product was bought up between two states: marked where a history is plotted. */
export function isSoldOut(
	before: Pick<HistoryPoint, 'available'> | undefined,
	after: Pick<HistoryPoint, 'available'> & { gap?: true | undefined },
): boolean {
	return before?.available === true && after.available === false && after.gap !== true;
}

/** The range of a price axis: a little more than the prices need, so that a single price is in the middle. */
export function priceRange(points: readonly Pick<HistoryPoint, 'price' | 'full'>[]): { low: number; high: number } {
	const prices = points.flatMap(({ price, full }) => [price, full].filter((one) => one !== null));
	if (prices.length === 0) return { low: 0, high: 1 };
	const [lowest, highest] = [Math.min(...prices), Math.max(...prices)];
	const margin = Math.max((highest - lowest) * 0.1, highest * 0.02, 1);
	return { low: Math.max(0, lowest - margin), high: highest + margin };
}
