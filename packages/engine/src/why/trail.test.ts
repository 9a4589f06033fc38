import { expect, test } from 'vitest';
import { type Finding, packSpans, type Span, unpackSpans } from './spans.ts';
import { addToDay, Trail } from './trail.ts';

const DAY = 86_400_000;
const NOON = 20_000 * DAY + DAY / 2;
const EVERY = 30_000;
const PRODUCT = { source: 'NIKE', sku: 'CK9246-101', region: 'US', offer: 'NEW' } as const;

interface Check {
	finding: Finding;
	at: number;
	reason?: string;
	previousAt?: number;
}

/** Notes checks and adds them to what is stored of the day, as storing does. @returns the stored spans, as they are read */
function stored(checks: readonly Check[], before: Span[] = [], trail = new Trail(PRODUCT)): Span[] {
	for (const check of checks) trail.note({ previousAt: null, everyMs: EVERY, ...check });
	const day = Math.floor(NOON / DAY);
	const taken = trail.take(checks.at(-1)?.at ?? 0).get(day);
	const spans = structuredClone(before);
	if (taken) addToDay(spans, taken);
	return unpackSpans(packSpans(spans), day);
}

const times = (count: number, from = NOON) => Array.from({ length: count }, (_, n) => from + n * EVERY);
const same = (at: number): Check => ({ finding: 'same', at });
const facts = (spans: readonly Span[]) => spans.map(({ finding, count, gapMs }) => `${finding} ${count} ${gapMs}`);

test('checks with one finding are one span, with the longest time between two', () => {
	const spans = stored([...times(10).map(same), same(NOON + 9 * EVERY + 40_000)]);
	expect(spans).toEqual([
		{ finding: 'same', from: NOON, to: NOON + 9 * EVERY + 40_000, count: 11, gapMs: 40_000, reason: null },
	]);
});

test('findings that alternate are a few spans', () => {
	const reason = (n: number) => `rate limited: ${n} s`;
	const checks = times(100).map((at, n) =>
		n % 2 === 0 ? same(at) : ({ finding: 'blocked', at, reason: reason(n) } as const),
	);
	const spans = stored(checks);
	expect(facts(spans)).toEqual([`same 50 ${EVERY}`, `blocked 50 ${EVERY}`]);
	expect(spans[1]?.reason).toBe(reason(99));
	const other = { finding: 'blocked', at: NOON + 100 * EVERY, reason: 'wall page: x' } as const;
	expect(facts(stored([other], spans)).slice(2)).toEqual(['blocked 1 0']);
});

test('a check that is late is a span until it', () => {
	const spans = stored([same(NOON), same(NOON + 200_000)]);
	expect(facts(spans)).toEqual(['same 2 200000', 'late 1 200000']);
	expect(spans[1]).toMatchObject({ from: NOON, to: NOON + 200_000 });
});

test('what is stored in parts is the same as what is stored at once', () => {
	const trail = new Trail(PRODUCT);
	const [first, second] = [times(10), times(10, NOON + 10 * EVERY)];
	const parts = stored(second.map(same), stored(first.map(same), [], trail), trail);
	expect(parts).toEqual(stored([...first, ...second].map(same)));
});

test('what could not be stored is stored later', () => {
	const trail = new Trail(PRODUCT);
	for (const at of times(5)) trail.note({ finding: 'same', at, previousAt: null, everyMs: EVERY });
	trail.putBack(trail.take(NOON));
	expect(facts(stored([same(NOON + 5 * EVERY)], [], trail))).toEqual([`same 6 ${EVERY}`]);
});

test('a new process completes the span of one that was killed, and does not count blocked checks as late', () => {
	const before = stored(times(3).map(same));
	const readAt = NOON + 100 * EVERY;
	const completed = stored([{ finding: 'event', at: readAt + EVERY, previousAt: readAt }], before);
	expect(completed[0]).toMatchObject({ finding: 'same', to: readAt, count: 3 });
	expect(facts(completed)).toHaveLength(2);

	const blocked = { finding: 'blocked', at: NOON + 200 * EVERY, reason: 'wall page: x' } as const;
	const blockedBefore = [...before, ...stored([blocked])];
	const later = stored([{ ...blocked, at: blocked.at + EVERY, previousAt: NOON + 2 * EVERY }], blockedBefore);
	expect(facts(later).filter((text) => text.startsWith('late'))).toEqual([]);
});

test('a span ends with its UTC day', () => {
	const trail = new Trail(PRODUCT);
	const midnight = NOON + DAY / 2;
	for (const at of [midnight - EVERY, midnight]) {
		trail.note({ finding: 'same', at, previousAt: null, everyMs: EVERY });
	}
	const days = [...trail.take(midnight)];
	expect(days.map(([day, { spans }]) => [day, facts(spans)])).toEqual([
		[20_000, ['same 1 0']],
		[20_001, [`same 1 ${EVERY}`]],
	]);
});
