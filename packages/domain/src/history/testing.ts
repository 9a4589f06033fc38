import { DAY_MS, gapPoint, type HistoryPoint } from './points.ts';

const BEGIN = Date.UTC(2026, 0, 1);

/** This many days after the beginning of the examples, at midnight UTC. */
export function day(days: number): number {
	return BEGIN + days * DAY_MS;
}

/** This many minutes after a day. */
export function minute(minutes: number, days = 0): number {
	return day(days) + minutes * 60_000;
}

/** What a point changes, from a moment on. */
export type Change = readonly [at: number, change: Partial<HistoryPoint>];

/** Points that each state what changes; the full price is the price, in USD, unless they state another. */
export function history(...changes: readonly Change[]): HistoryPoint[] {
	const points: HistoryPoint[] = [];
	for (const [at, change] of changes) {
		const { noRestock: _, day: _day, gap: _gap, ...before } = points.at(-1) ?? gapPoint(at);
		const point = { ...before, ...change, at };
		const hasPrice = point.price !== null;
		points.push(
			change.gap
				? gapPoint(at)
				: {
						...point,
						full: change.full ?? (change.price === undefined ? point.full : point.price),
						currency: hasPrice ? (point.currency ?? 'USD') : null,
						inStock: point.sizes?.length ?? null,
					},
		);
	}
	return points;
}

/** A point of a product that its shop no longer has. */
export const GONE = { price: null, full: null, currency: null, status: null, available: false, sizes: [] };
