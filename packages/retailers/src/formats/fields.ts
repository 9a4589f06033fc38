import { decodeHTMLAttribute } from 'entities';
import { z } from 'zod';
import { refuse, type ShopRefusal } from './reading.ts';

/** A field that can be missing, null or of another type without an error. */
export const lenient = <T extends z.ZodType>(schema: T) => schema.optional().catch(undefined);

/** An ID, which shops write as a number or as text. */
export const id = z.union([z.string().min(1), z.number()]).transform(String);

/** An amount of money in the shop's own notation; a blank text is none. */
export const amount = z.union([z.string().trim().min(1), z.number()]);

/**
 * Plain text of a title, label or link: without HTML entities and repeated white space; null if nothing is left. As in an
 * attribute, the beginning of a word is no entity: `&currency=` is not `¤cy=`.
 */
export function plainText(text: string | null | undefined): string | null {
	return (text && decodeHTMLAttribute(text).replaceAll(/\s+/g, ' ').trim()) || null;
}

/**
 * An absolute http(s) URL, read as the page would: relative to its own URL, with HTML entities.
 * @param base the page's URL; without it, relative URLs are null
 */
export function absoluteUrl(url: string | null | undefined, base?: string | null): string | null {
	if (!url) return null;
	const parsed = URL.parse(decodeHTMLAttribute(url), base ?? undefined);
	return parsed && /^https?:$/.test(parsed.protocol) ? parsed.href : null;
}

/** ISO 8601. Shops also write a space instead of the T and before the zone. */
const DATE_TIME =
	/^(?<date>\d{4}-\d\d-\d\d)(?:[T ](?<time>\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(?: ?(?<zone>Z|(?<hours>[+-]\d\d)(?::?(?<minutes>\d\d))?))?)?$/i;

/** RFC 2822, as in HTTP's headers: `Sat, 05 Dec 2026 10:00:00 +0000`. */
const MAIL_DATE_TIME =
	/^(?:(?:mon|tue|wed|thu|fri|sat|sun), ?)?\d{1,2} (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec) \d{4} \d\d:\d\d(?::\d\d)? (?:GMT|UTC?|[+-]\d{4})$/i;

/** The moment of a date and time in ISO 8601 or RFC 2822, epoch ms; null for one without its zone, which is no moment. */
export function momentOf(text: string | null | undefined): number | null {
	const written = text?.trim() ?? '';
	if (MAIL_DATE_TIME.test(written)) return Date.parse(written) || null;
	const { date, time, zone, hours, minutes = '00' } = DATE_TIME.exec(written)?.groups ?? {};
	return zone ? Date.parse(`${date}T${time}${hours ? `${hours}:${minutes}` : 'Z'}`) || null : null;
}

/** The first moment at which a date, or a date and time, is reached anywhere, epoch ms; null for other texts. */
export function earliestOf(text: string | null | undefined): number | null {
	return momentAt(text, '00:00', '+14:00');
}

/** The last moment of a date anywhere, or the one at which a date and time is reached everywhere, epoch ms; null for other texts. */
export function latestOf(text: string | null | undefined): number | null {
	return momentAt(text, '23:59:59.999', '-12:00');
}

/** The moment of a text, with what it leaves out. */
function momentAt(text: string | null | undefined, timeOfDate: string, offset: string): number | null {
	const { date, time = timeOfDate, zone } = DATE_TIME.exec(text?.trim() ?? '')?.groups ?? {};
	return momentOf(date && !zone ? `${date}T${time}${offset}` : text);
}

/**
 * Reads a JSON answer with a schema.
 * @param json undefined for an answer that is not JSON
 * @param form names the expected form, for the message
 */
export function readAs<T extends z.ZodType>(
	schema: T,
	json: unknown,
	form: string,
): { data: z.infer<T> } | ShopRefusal {
	if (json === undefined) return refuse('unreadable', 'The shop answered with a page instead of JSON');
	const read = schema.safeParse(json);
	return read.success ? { data: read.data } : refuse('unreadable', `The answer is not ${form}`);
}
