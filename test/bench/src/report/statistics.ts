/** The value that half of the values do not exceed. NaN without values. */
export function median(values: readonly number[]): number {
	return percentile(values, 0.5);
}

/**
 * The smallest value that at least this share of the values does not exceed (nearest rank). NaN without values.
 * @param share from 0 to 1: 0.99 for p99
 */
export function percentile(values: readonly number[], share: number): number {
	const sorted = [...values].sort((a, b) => a - b);
	return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

/** `12.3 (9.8–15.0)`: the median, the least and the most. */
export function spread(values: readonly number[], digits = 0): string {
	const [min, max] = [Math.min(...values), Math.max(...values)];
	return `${median(values).toFixed(digits)} (${min.toFixed(digits)}–${max.toFixed(digits)})`;
}

/** The slope of the straight line with the least squares through the points; 0 if all points have the same x. */
export function slope(points: readonly { x: number; y: number }[]): number {
	const mean = (of: (point: { x: number; y: number }) => number) =>
		points.reduce((sum, point) => sum + of(point), 0) / points.length;
	const [meanX, meanY] = [mean(({ x }) => x), mean(({ y }) => y)];
	const covariance = mean(({ x, y }) => (x - meanX) * (y - meanY));
	const variance = mean(({ x }) => (x - meanX) ** 2);
	return variance === 0 ? 0 : covariance / variance;
}
