import ICAL from 'ical.js';
import { expect } from 'vitest';

/** The lines of a calendar, unfolded, after the rules of RFC 5545 that all programs rely on. */
export function linesOf(text: string): string[] {
	expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true);
	expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
	expect(text.split('\r\n').filter((line) => Buffer.byteLength(line) > 75)).toEqual([]);
	const lines = text.replaceAll('\r\n ', '').trimEnd().split('\r\n');
	expect(lines.filter((line) => !/^[A-Z-]+(;[A-Z-]+=[^:;]+)*:/.test(line) || /[^\P{Cc}\t]/u.test(line))).toEqual([]);
	return lines;
}

/** The events of a calendar as a program reads them. */
export function eventsOf(text: string) {
	linesOf(text);
	const calendar = new ICAL.Component(ICAL.parse(text) as unknown[]);
	return calendar.getAllSubcomponents('vevent').map((event) => {
		const one = new ICAL.Event(event);
		return {
			uid: one.uid,
			sequence: one.sequence,
			start: one.startDate.toJSDate().getTime(),
			stamp: (event.getFirstPropertyValue('dtstamp') as ICAL.Time).toJSDate().getTime(),
			status: event.getFirstPropertyValue('status'),
			summary: one.summary,
			description: one.description,
			url: event.getFirstPropertyValue('url'),
		};
	});
}
