import { MARKET_ZONES, type Region } from '@dropwire/domain/calendar';

/** Whose times are shown. */
export interface Reader {
	/** An IANA time zone. */
	zone: string;
	/** The language of dates; the browser's if it is undefined. */
	language: string | undefined;
}

/** The server does not know its reader, and renders what every browser renders first. */
export const ANYBODY: Reader = { zone: 'UTC', language: 'en' };

/** Making a format takes much longer than using it. */
const formats = new Map<string, Intl.DateTimeFormat>();

function text(at: number, reader: Reader, options: Intl.DateTimeFormatOptions): string {
	const key = `${reader.zone} ${reader.language} ${JSON.stringify(options)}`;
	const made = formats.get(key) ?? new Intl.DateTimeFormat(reader.language, { ...options, timeZone: reader.zone });
	formats.set(key, made);
	// Some browsers have a narrow space where the server has another one, and would render the page again.
	return made.format(at).replaceAll('\u202F', ' ');
}

/** `10:00 AM`. */
export function clockTime(at: number, reader: Reader): string {
	return text(at, reader, { hour: 'numeric', minute: '2-digit' });
}

/** `Dec 3, 10:00 AM`. */
export function shortMoment(at: number, reader: Reader): string {
	return text(at, reader, { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' });
}

/** `Thu`, and `Dec 3`. */
export function shortDay(at: number, reader: Reader): { weekday: string; date: string } {
	return {
		weekday: text(at, reader, { weekday: 'short' }),
		date: text(at, reader, { month: 'short', day: 'numeric' }),
	};
}

/** The calendar day of a moment: `2026-12-03`. */
export function dayOf(at: number, { zone }: Reader): string {
	return text(at, { zone, language: 'en-CA' }, { year: 'numeric', month: '2-digit', day: '2-digit' });
}

/** `Thursday, December 3`. @param day as `dayOf` names it */
export function dayName(day: string, { language }: Reader): string {
	return text(Date.parse(day), { zone: 'UTC', language }, { weekday: 'long', month: 'long', day: 'numeric' });
}

/** `December 2026`. @param month `2026-12` */
export function monthName(month: string, { language }: Reader): string {
	return text(Date.parse(`${month}-01`), { zone: 'UTC', language }, { month: 'long', year: 'numeric' });
}

/** The time in the market, with its day where that is another one: `New York 10:00 AM`, `Tokyo Fri 9:00 AM`. */
export function marketTime(at: number, region: Region, reader: Reader): string {
	const market = { zone: MARKET_ZONES[region], language: reader.language };
	const isOtherDay = dayOf(at, market) !== dayOf(at, reader);
	const time = text(at, market, { hour: 'numeric', minute: '2-digit', ...(isOtherDay && { weekday: 'short' }) });
	return `${cityOf(market.zone)} ${time}`;
}

/** `New York`. */
function cityOf(zone: string): string {
	return zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ');
}

const DAY_MS = 86_400_000;

/** A day some days after another one. */
export function addDays(day: string, days: number): string {
	return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** The month some months after another one. */
export function addMonths(month: string, months: number): string {
	const [year = 0, number = 1] = month.split('-').map(Number);
	return new Date(Date.UTC(year, number - 1 + months)).toISOString().slice(0, 7);
}

/** The weeks of a month, Monday first: its days, and null beside them. */
export function weeksOf(month: string): (string | null)[][] {
	const first = `${month}-01`;
	const before = (new Date(first).getUTCDay() + 6) % 7;
	const count = (Date.parse(`${addMonths(month, 1)}-01`) - Date.parse(first)) / DAY_MS;
	return Array.from({ length: Math.ceil((before + count) / 7) }, (_, week) =>
		Array.from({ length: 7 }, (__, weekday) => {
			const number = week * 7 + weekday - before;
			return number < 0 || number >= count ? null : addDays(first, number);
		}),
	);
}

/** When a day begins for a reader, who is in the browser's time zone or in UTC; epoch ms. */
export function startOf(day: string, { zone }: Reader): number {
	if (zone === ANYBODY.zone) return Date.parse(day);
	const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
	return new Date(year, month - 1, date).getTime();
}
