import { DAY_MS } from '../points.ts';

/** A moment as a market's clocks show it. */
export interface LocalTime {
	/** 1 is Monday, 7 Sunday. */
	weekday: number;
	/** 0 to 23. */
	hour: number;
	/** A number that the days from a Monday to its Sunday share. */
	week: number;
}

/** Making one takes longer than a thousand calls. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** @param zone of the IANA's time zone database */
export function localTime(at: number, zone: string): LocalTime {
	const parts = new Map(
		formatOf(zone)
			.formatToParts(at)
			.map(({ type, value }) => [type, Number(value)]),
	);
	const [year = 0, month = 1, date = 1] = (['year', 'month', 'day'] as const).map((part) => parts.get(part));
	// The first of January 1970 was a Thursday.
	const daysSinceMonday = Date.UTC(year, month - 1, date) / DAY_MS + 3;
	const week = Math.floor(daysSinceMonday / 7);
	return { weekday: daysSinceMonday - week * 7 + 1, hour: parts.get('hour') ?? 0, week };
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
	let format = formats.get(timeZone);
	if (!format) {
		const fields = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric' } as const;
		formats.set(timeZone, (format = new Intl.DateTimeFormat('en', { timeZone, hourCycle: 'h23', ...fields })));
	}
	return format;
}
