import { type Brand, BRANDS } from '@dropwire/contract';

export { counted } from '@dropwire/contract';

const UNITS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
	['day', 86_400_000],
	['hour', 3_600_000],
	['minute', 60_000],
	['second', 1000],
];
const relative = new Intl.RelativeTimeFormat('en', { style: 'narrow' });
// `dateStyle` cannot be combined with a time zone name, so every part is listed.
const zoned = new Intl.DateTimeFormat(undefined, {
	year: 'numeric',
	month: 'short',
	day: 'numeric',
	hour: 'numeric',
	minute: '2-digit',
	second: '2-digit',
	timeZoneName: 'short',
});
const dates = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const number = new Intl.NumberFormat('en');

/** How long something is past: `12s ago`; `never` for null. With a clock that is behind the server's, it was `now`. */
export function ago(at: number | null): string {
	return at === null ? 'never' : fromNow(Math.min(at, Date.now()));
}

/** The time from now of what can lie ahead: `in 2d`, `12s ago`. In whole units: 47 hours are one day. */
export function fromNow(at: number): string {
	const ahead = at - Date.now();
	const [unit, ms] = UNITS.find(([, size]) => Math.abs(ahead) >= size) ?? ['second', 1000];
	const count = Math.trunc(ahead / ms);
	return count === 0 ? 'now' : relative.format(count, unit);
}

/** Date, time and time zone in the browser's language and zone: `Nov 22, 2026, 7:05:03 AM GMT+1`. */
export function dateTime(at: number): string {
	return zoned.format(at);
}

/** The date in the browser's language and zone: `Nov 22, 2026`. */
export function day(at: number): string {
	return dates.format(at);
}

/** `84 ms`, `1.2 s`. */
export function duration(ms: number): string {
	return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

/** `12,345`. */
export function grouped(count: number): string {
	return number.format(count);
}

/** The name of a brand. */
export function brandName(brand: string): string {
	return Object.hasOwn(BRANDS, brand) ? BRANDS[brand as Brand].name : brand;
}
