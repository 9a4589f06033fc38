/** A duration to two digits: `320 ms`, `1.4 s`, `40 s`, `11 min`. */
export function durationText(ms: number): string {
	if (ms < 1000) return `${Math.round(ms)} ms`;
	const seconds = ms / 1000;
	return seconds < 120 ? `${Number(seconds.toPrecision(2))} s` : `${Math.round(seconds / 60)} min`;
}

const UNITS: readonly [name: string, seconds: number][] = [
	['h', 3600],
	['min', 60],
	['s', 1],
];

/** A duration in its two largest units, rounded up to the second: `8 s`, `1 min 20 s`, `2 h 5 min`. */
export function longDurationText(ms: number): string {
	let rest = Math.ceil(Math.max(0, ms) / 1000);
	const parts = UNITS.flatMap(([name, seconds]) => {
		const count = Math.floor(rest / seconds);
		rest -= count * seconds;
		return count > 0 ? [`${count} ${name}`] : [];
	});
	return parts.slice(0, 2).join(' ') || '0 s';
}

/**
 * The pause after a number of consecutive failures, ms: none after none, `firstMs` after the first, and `factor` times
 * as long after each further one, up to `maxMs`.
 */
export function backoff({
	firstMs,
	maxMs = Number.POSITIVE_INFINITY,
	factor = 2,
}: {
	firstMs: number;
	maxMs?: number;
	factor?: number;
}): (failures: number) => number {
	return (failures) => (failures < 1 ? 0 : Math.min(maxMs, firstMs * factor ** (failures - 1)));
}
