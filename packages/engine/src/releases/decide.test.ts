import { RELEASE_LIMITS, releaseState } from '@dropwire/domain';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decideRelease, type ReleaseDates, type Statement } from './decide.ts';

const NOW = Date.UTC(2026, 10, 27, 12);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

type Stored = ReleaseDates & { id: number };

/** The releases of one product in one region, as the engine stores them. */
function createStore() {
	let releases: Stored[] = [];
	const messages: string[] = [];
	return {
		say(now: number, launchAt: number | null, change: Partial<Statement> = {}) {
			const decision = decideRelease(releases, { launchAt, isOff: false, origin: 'source', ...change }, now);
			if (!decision) return;
			const { known, dates, event } = decision;
			const stored = { ...dates, id: known?.id ?? releases.length + 1 };
			releases = [...releases.filter((one) => one !== known), stored];
			if (event) messages.push(`${event} ${stored.id} ${(stored.launchAt - NOW) / HOUR}`);
		},
		/** What a restart keeps. */
		restart() {
			releases = JSON.parse(JSON.stringify(releases)) as Stored[];
		},
		get releases() {
			return releases;
		},
		messages,
	};
}

test('a release keeps its id when it moves, is cancelled, and is announced again', () => {
	const store = createStore();
	store.say(NOW, NOW + 24 * HOUR);
	store.say(NOW + HOUR, NOW + 48 * HOUR);
	store.say(NOW + 2 * HOUR, null);
	store.say(NOW + 3 * HOUR, NOW + 72 * HOUR);
	expect(store.messages).toEqual(['ANNOUNCED 1 24', 'MOVED 1 48', 'CANCELLED 1 48', 'ANNOUNCED 1 72']);
	expect(store.releases).toMatchObject([
		{
			id: 1,
			launchAt: NOW + 72 * HOUR,
			cancelledAt: null,
			sequence: 3,
			datedAt: NOW + 3 * HOUR,
			moves: [
				{ at: NOW + HOUR, from: NOW + 24 * HOUR, to: NOW + 48 * HOUR },
				{ at: NOW + 3 * HOUR, from: NOW + 48 * HOUR, to: NOW + 72 * HOUR },
			],
		},
	]);
});

test('a new date after the moment is a new release, and no date after it changes nothing', () => {
	const store = createStore();
	store.say(NOW, NOW + HOUR);
	store.say(NOW + 2 * HOUR, null);
	store.say(NOW + 3 * HOUR, NOW + 10 * HOUR);
	expect(store.messages).toEqual(['ANNOUNCED 1 1', 'ANNOUNCED 2 10']);
	expect(store.releases[0]).toMatchObject({ id: 1, cancelledAt: null, sequence: 0 });
});

test.each([
	['no date', { launchAt: null }],
	['a date that is long over', { launchAt: NOW - 2 * DAY }],
	['a placeholder', { launchAt: NOW + 181 * DAY }],
	['the status CANCEL', { launchAt: NOW + DAY, isOff: true }],
])('%s before the moment cancels a release', (_, { launchAt, ...change }) => {
	const store = createStore();
	store.say(NOW, NOW + DAY);
	store.say(NOW + 1, launchAt, change);
	store.say(NOW + 2, launchAt, change);
	expect(store.messages).toEqual(['ANNOUNCED 1 24', 'CANCELLED 1 24']);
});

test('a placeholder and a date that is over announce nothing', () => {
	const store = createStore();
	store.say(NOW, NOW + 181 * DAY);
	store.say(NOW, NOW - HOUR);
	expect(store.releases).toEqual([]);
});

test('a shop that sells before the announced moment moves it', () => {
	const store = createStore();
	store.say(NOW, NOW + 24 * HOUR);
	store.say(NOW + 2 * HOUR, NOW + HOUR);
	expect(store.messages).toEqual(['ANNOUNCED 1 24', 'MOVED 1 1']);
});

test('the same date that is named again after its moment was not cancelled', () => {
	const store = createStore();
	store.say(NOW, NOW + HOUR);
	store.say(NOW + 1, null);
	store.say(NOW + 2 * HOUR, NOW + HOUR);
	expect(store.messages).toEqual(['ANNOUNCED 1 1', 'CANCELLED 1 1']);
	expect(store.releases).toMatchObject([{ id: 1, cancelledAt: null, sequence: 2 }]);
});

test("a shop's date replaces an import's, and an import changes no date of a shop", () => {
	const store = createStore();
	const imported = { origin: 'imported' } as const;
	store.say(NOW, NOW + 24 * HOUR, imported);
	store.say(NOW, null);
	store.say(NOW, NOW + 24 * HOUR);
	expect(store.messages).toEqual(['ANNOUNCED 1 24']);
	store.say(NOW, NOW + 48 * HOUR, imported);
	store.say(NOW, NOW + 36 * HOUR);
	store.say(NOW, null);
	store.say(NOW, NOW + 48 * HOUR, imported);
	expect(store.messages).toEqual(['ANNOUNCED 1 24', 'MOVED 1 36', 'CANCELLED 1 36']);
});

test('an import of past dates keeps each, without a message', () => {
	const store = createStore();
	for (const ago of [30, 20, 30]) store.say(NOW, NOW - ago * DAY, { origin: 'imported' });
	expect(store.messages).toEqual([]);
	expect(store.releases.map(({ launchAt }) => (NOW - launchAt) / DAY)).toEqual([30, 20]);
});

/**
 * The expectation by the rules alone: the release that was announced last, its state, and a message whenever
 * something differs from what the last message said.
 */
function expected(steps: readonly Step[]) {
	const messages: string[] = [];
	const text = (kind: string, { id: of, launchAt: to }: Open) => `${kind} ${of} ${(to - NOW) / HOUR}`;
	let open: Open | null = null;
	let id = 0;
	for (const { now, launchAt } of steps) {
		const isNamed = launchAt !== null && launchAt <= now + RELEASE_LIMITS.aheadMs;
		const isAhead: boolean = open !== null && open.launchAt > now;
		if (open && isAhead && !open.cancelled && !isNamed) {
			open = { id: open.id, launchAt: open.launchAt, cancelled: true };
			messages.push(text('CANCELLED', open));
		} else if (open && isAhead && !open.cancelled && isNamed && launchAt !== open.launchAt) {
			open = { id: open.id, launchAt, cancelled: false };
			messages.push(text('MOVED', open));
		} else if (isNamed && launchAt > now && (!isAhead || open?.cancelled)) {
			open = { id: isAhead && open ? open.id : ++id, launchAt, cancelled: false };
			messages.push(text('ANNOUNCED', open));
		}
	}
	return { messages, open };
}

interface Open {
	id: number;
	launchAt: number;
	cancelled: boolean;
}

interface Step {
	now: number;
	launchAt: number | null;
	restarts: boolean;
}

/** Minutes between statements; each names no date, a placeholder, the same date as before, or one that lies ahead. */
const steps = fc
	.array(
		fc.record({
			after: fc.integer({ min: 1, max: 20 * 60 }),
			names: fc.constantFrom('none', 'placeholder', 'same', 'same', 'ahead', 'ahead'),
			ahead: fc.integer({ min: 1, max: 60 }),
			restarts: fc.boolean(),
		}),
		{ maxLength: 25 },
	)
	.map((list) => {
		let now = NOW;
		let date: number | null = null;
		return list.map(({ after, names, ahead, restarts }): Step => {
			now += after * 60_000;
			if (names === 'none') return { now, launchAt: null, restarts };
			if (names === 'placeholder') return { now, launchAt: now + 200 * DAY, restarts };
			// A shop goes on naming its last date; whole hours, so that dates meet.
			if (names === 'ahead') date = Math.ceil(now / HOUR) * HOUR + ahead * HOUR;
			return { now, launchAt: date !== null && date <= now ? null : date, restarts };
		});
	});

test('500 random histories end with the right list and exactly the right messages, in each market alone', () => {
	fc.assert(
		fc.property(fc.array(steps, { minLength: 1, maxLength: 3 }), (markets) => {
			for (const history of markets) {
				const store = createStore();
				for (const { now, launchAt, restarts } of history) {
					store.say(now, launchAt);
					store.say(now, launchAt);
					if (restarts) store.restart();
				}
				const { messages, open } = expected(history);
				expect(store.messages).toEqual(messages);
				const last = store.releases.toSorted((a, b) => a.id - b.id).at(-1);
				if (!open) expect(last).toBeUndefined();
				else {
					const { id, launchAt, cancelled } = open;
					expect(last).toMatchObject({ id, launchAt });
					expect(releaseState(last as Stored, launchAt - 1)).toBe(cancelled ? 'cancelled' : 'announced');
				}
				for (const { moves, launchAt } of store.releases) expect(moves.at(-1)?.to ?? launchAt).toBe(launchAt);
			}
		}),
		{ numRuns: 500 },
	);
});
