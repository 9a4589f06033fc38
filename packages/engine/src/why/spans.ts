import { isLate } from '@dropwire/domain';

/** What came of a check of a product, or `unpolled` of a moment at which its region was not polled. Stored by their places. */
export const FINDINGS = [
	'same',
	'gone',
	'blocked',
	// A product or a size that may be gone: held back until a second check finds the same.
	'gone_once',
	'sizes_once',
	// A change of stock less than a minute after the last one.
	'quiet_time',
	// A new product that waits for others of its shop.
	'grouped',
	'first',
	'first_gone',
	'pause',
	// A change that is an event, and one that is none.
	'event',
	'no_event',
	// The time until a check that was late.
	'late',
	'unpolled',
] as const;
export type Finding = (typeof FINDINGS)[number];

/** Checks with one finding: between those of a span, others can have another one. Times in epoch ms. */
export interface Span {
	finding: Finding;
	from: number;
	to: number;
	/** The number of checks. */
	count: number;
	/** The longest time between one of these checks and the one before, ms. */
	gapMs: number;
	/** Why the last one was blocked; null for other findings. */
	reason: string | null;
}

/** Checks with one finding are one span if there is less time between them, ms: what alternates is no span a check. */
export const JOIN_MS = 5 * 60_000;
/** Spans of a day that fit their column; a day that has more goes on in its last ones. */
const MAX_SPANS = 600;
const DAY_MS = 86_400_000;

/** The UTC day of a moment, in days since 1970. */
export function dayOf(at: number): number {
	return Math.floor(at / DAY_MS);
}

/**
 * Adds a span, in place: it extends the latest one with the same finding and kind of reason, if that is recent.
 * @param everyMs the usual time between two checks
 * @returns whether a new span began
 */
export function addSpan(spans: Span[], added: Span, everyMs: number): boolean {
	const last = spans.findLast((span) => isLike(span, added));
	const isRecent = last && !isLate({ waitingSince: last.to, roundMs: Math.max(everyMs, JOIN_MS / 3) }, added.from);
	if (!last || !(isRecent || spans.length >= MAX_SPANS)) {
		spans.push({ ...added });
		return true;
	}
	last.to = Math.max(last.to, added.to);
	last.count += added.count;
	last.gapMs = Math.max(last.gapMs, added.gapMs);
	last.reason = added.reason;
	return false;
}

function isLike(a: Span, b: Span): boolean {
	return a.finding === b.finding && dayOf(a.from) === dayOf(b.from) && kindOf(a.reason) === kindOf(b.reason);
}

/** The words after the colon (`blockedReason`) can differ from check to check. */
function kindOf(reason: string | null): string | undefined {
	return reason?.split(':', 1)[0];
}

/** The spans of one day as JSON: the finding's place, milliseconds of the day, the length, the count, the gap, the reason. */
export function packSpans(spans: readonly Span[]): string {
	const packed = spans.map(({ finding, from, to, count, gapMs, reason }): Packed => {
		const start = from - dayOf(from) * DAY_MS;
		return [
			FINDINGS.indexOf(finding),
			start,
			to - from,
			count,
			gapMs,
			...(reason === null ? ([] as const) : ([reason] as const)),
		];
	});
	return JSON.stringify(packed);
}

type Packed = [finding: number, start: number, ms: number, count: number, gapMs: number, reason?: string];

export function unpackSpans(packed: string, day: number): Span[] {
	return (JSON.parse(packed) as Packed[]).map(([finding, start, ms, count, gapMs, reason = null]) => {
		const from = day * DAY_MS + start;
		return { finding: FINDINGS[finding] as Finding, from, to: from + ms, count, gapMs, reason };
	});
}
