const UNITS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
	['day', 86_400_000],
	['hour', 3_600_000],
	['minute', 60_000],
	['second', 1000],
];
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'narrow' });
const clock = new Intl.DateTimeFormat(undefined, { dateStyle: 'short', timeStyle: 'medium' });

/** `12s ago`; `never` for null. */
export function ago(at: number | null): string {
	if (at === null) return 'never';
	const since = at - Date.now();
	const [unit, ms] = UNITS.find(([, size]) => Math.abs(since) >= size) ?? ['second', 1000];
	return relative.format(Math.round(since / ms), unit);
}

/** Date and time, as people write them here. */
export function exactly(at: number): string {
	return clock.format(at);
}

/** `84 ms`, `1.2 s`. */
export function duration(ms: number): string {
	return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}
