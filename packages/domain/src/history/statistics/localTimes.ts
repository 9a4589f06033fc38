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

export const HOURS_A_DAY = 24;
const HOUR_MS = DAY_MS / HOURS_A_DAY;

/**
 * Moments as the clocks of a zone show them.
 * @param zone of the IANA's time zone database
 */
export function localTimes(moments: readonly number[], zone: string): LocalTime[] {
	const offsetAt = offsetsOf(zone);
	return moments.map((at) => {
		const local = at + offsetAt(at);
		// The first of January 1970 was a Thursday.
		const sinceMonday = Math.floor(local / DAY_MS) + 3;
		const week = Math.floor(sinceMonday / 7);
		return { weekday: sinceMonday - week * 7 + 1, hour: Math.floor(local / HOUR_MS) % HOURS_A_DAY, week };
	});
}

/** By zone: the offsets of a year take longer than all else that is said of a year. Few zones, and the days of a year each. */
const known = new Map<string, (at: number) => number>();

/**
 * What a zone's clocks are ahead of UTC at a moment, ms. Asked for once a UTC day, except for days on which the clocks
 * change.
 */
export function offsetsOf(timeZone: string): (at: number) => number {
	const offsets = known.get(timeZone) ?? readOffsets(timeZone);
	known.set(timeZone, offsets);
	return offsets;
}

function readOffsets(timeZone: string): (at: number) => number {
	const fields = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const;
	const format = new Intl.DateTimeFormat('en', { timeZone, hourCycle: 'h23', ...fields });
	const offsetAt = (at: number) => {
		const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
		const [year = 0, month = 1, day = 1, hour = 0, minute = 0] = Object.keys(fields).map((part) =>
			parts.get(part as 'day'),
		);
		return Date.UTC(year, month - 1, day, hour, minute) - Math.floor(at / 60_000) * 60_000;
	};
	const ofDays = new Map<number, number | null>();
	return (at) => {
		const day = Math.floor(at / DAY_MS);
		let offset = ofDays.get(day);
		if (offset === undefined) {
			const [begin, end] = [offsetAt(day * DAY_MS), offsetAt((day + 1) * DAY_MS)];
			ofDays.set(day, (offset = begin === end ? begin : null));
		}
		return offset ?? offsetAt(at);
	};
}
