import { type Command, InvalidArgumentError, Option } from 'commander';

export interface SpanOptions {
	since?: number | undefined;
	until?: number | undefined;
}

const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Adds `--since` and `--until` to a command that lists rows with a time. */
export function withSpanOptions(command: Command): Command {
	const moment = (flags: string, text: string) => new Option(flags, text).argParser(momentOf);
	return command
		.addOption(moment('--since <time>', 'only from this time: `2026-04-17`, `2026-04-17 14:00`, or `24h` or `7d` ago'))
		.addOption(moment('--until <time>', 'only until this time'));
}

/** Epoch ms of a time in the local zone, or of a duration before now. @throws InvalidArgumentError */
function momentOf(text: string): number {
	const [, count = '', unit = ''] = /^(\d{1,6})([mhd])$/.exec(text.trim()) ?? [];
	if (count) return Math.max(0, Date.now() - Number(count) * (UNITS[unit] ?? 0));
	const isTime = /^\d{4}-\d\d-\d\d([ T]\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d)?)?$/.test(text.trim());
	// A date alone is midnight UTC to Date.parse.
	const at = isTime ? Date.parse(/^\d{4}-\d\d-\d\d$/.test(text.trim()) ? `${text.trim()}T00:00` : text.trim()) : NaN;
	if (Number.isNaN(at) || at < 0 || !dayExists(text.trim()))
		throw new InvalidArgumentError('Examples: 2026-04-17, "2026-04-17 14:00", 24h, 7d.');
	return at;
}

/** Whether the day at the beginning of a time is one of the calendar: Date takes February 30 for March 2. */
export function dayExists(text: string): boolean {
	const [day = ''] = text.split(/[ T]/);
	const midnight = new Date(`${day}T00:00:00Z`);
	return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day);
}

/** The span as the server's calls take it. */
export function spanOf({ since, until }: SpanOptions): { since?: number; until?: number } {
	return { ...(since !== undefined && { since }), ...(until !== undefined && { until }) };
}
