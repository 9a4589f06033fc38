import type { CheckKind, Region } from '@dropwire/domain';
import { bySku, type ProductSnapshot } from '@dropwire/retailers';
import { type Sandbox, startSandbox } from '@dropwire/sandbox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { evaluate, type PreviousState } from '../../product/evaluate.ts';
import { aSnapshot, sandboxSources } from '../../testing.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

/** The recorded product, as the sandbox's feed serves it and the source reads it. */
async function recorded(region: Region, sku: string): Promise<ProductSnapshot> {
	const sources = sandboxSources(sandbox.origin);
	const nike = sources.find(({ name }) => name === 'NIKE')!;
	const reading = await nike.ask(region, [bySku(sku)], AbortSignal.timeout(30_000));
	await Promise.all(sources.map((source) => source.close()));
	const answer = 'answers' in reading ? reading.answers.get(sku) : undefined;
	if (answer?.kind !== 'read') throw new Error(`${sku} was not read`);
	return answer.snapshot;
}

/**
 * Checks the product as the watcher does, with a clock of its own. @param at null while the shop does not find the product
 * @returns the events, with their times
 */
function watch(
	from: number,
	to: number,
	everyMs: number,
	at: (now: number) => ProductSnapshot | null,
): [CheckKind, string][] {
	const events: [CheckKind, string][] = [];
	let known = null as PreviousState | null;
	for (let now = from; now <= to; now += everyMs) {
		const snapshot = at(now);
		const answer = snapshot ? ({ kind: 'read', snapshot } as const) : ({ kind: 'gone' } as const);
		const decision = evaluate(known, answer, { at: now, announcesLaunches: true });
		if (decision.kind === 'news') events.push([decision.event, new Date(now).toISOString()]);
		const stockPublishedAt: number | null =
			decision.kind === 'news' && decision.event === 'STOCK' ? now : (known?.stockPublishedAt ?? null);
		if (decision.kind === 'same') {
			const { goneChecks, goneSizes } = decision;
			known = { ...(known as PreviousState), goneChecks, goneSizes, checkedAt: now };
		} else if (decision.kind !== 'blocked') known = { ...decision, goneChecks: 0, stockPublishedAt, checkedAt: now };
	}
	return events;
}

/** Takes one available size away. */
function without(snapshot: ProductSnapshot): ProductSnapshot {
	const first = snapshot.sizes.findIndex(({ available }) => available);
	const sizes = snapshot.sizes.map((size, index) => (index === first ? { ...size, available: false } : size));
	return { ...snapshot, sizes };
}

test.each([
	['US', 'CK9246-101', '2026-04-17T00:00:00Z', '2026-04-30T14:00:00.000Z'],
	['JP', 'HM8517-100', '2026-04-17T00:00:00Z', '2026-04-21T00:00:00.000Z'],
] as const)(
	'%s %s, recorded days before its launch, is live at the launch and never before',
	async (region, sku, seen, launch) => {
		const snapshot = await recorded(region, sku);
		expect([snapshot.available, snapshot.sizes.some(({ available }) => available)]).toEqual([true, true]);
		expect(watch(Date.parse(seen), Date.parse(launch) + 2 * HOUR, MINUTE, () => snapshot)).toEqual([['LIVE', launch]]);
	},
);

test('GB IU4902-900, sold out at its start, is restocked once it comes back, and not before its start', async () => {
	const snapshot = await recorded('GB', 'IU4902-900');
	const launch = snapshot.launchAt as number;
	const later = { ...snapshot, available: true, sizes: snapshot.sizes.map((size) => ({ ...size, available: true })) };
	const soldOut = { ...snapshot, sizes: snapshot.sizes.map((size) => ({ ...size, available: false })) };
	expect(snapshot.available).toBe(false);
	const back = launch + HOUR / 2;
	const events = watch(launch - HOUR, launch + HOUR, MINUTE, (now) => (now < back ? soldOut : later));
	expect(events).toEqual([['RESTOCK', new Date(back).toISOString()]]);
});

test('size changes before a launch are STOCK', async () => {
	const snapshot = await recorded('US', 'CK9246-101');
	const launch = snapshot.launchAt as number;
	const flapping = (now: number) => (now < launch && (now / (10 * MINUTE)) % 2 < 1 ? without(snapshot) : snapshot);
	const events = watch(launch - 3 * HOUR, launch + HOUR, MINUTE, flapping);
	expect(new Set(events.map(([kind]) => kind))).toEqual(new Set(['STOCK', 'LIVE']));
	expect(events.filter(([kind]) => kind === 'LIVE')).toEqual([['LIVE', new Date(launch).toISOString()]]);
});

test('a moved launch is a STATUS change', async () => {
	const snapshot = await recorded('US', 'CK9246-101');
	const launch = snapshot.launchAt as number;
	const moved = { ...snapshot, launchAt: launch + 2 * HOUR };
	const events = watch(launch - HOUR, launch + 3 * HOUR, MINUTE, (now) => (now < launch - HOUR / 2 ? snapshot : moved));
	expect(events).toEqual([
		['STATUS', new Date(launch - HOUR / 2).toISOString()],
		['LIVE', new Date(launch + 2 * HOUR).toISOString()],
	]);
});

test('a cancelled launch is a STATUS change', async () => {
	const snapshot = await recorded('US', 'CK9246-101');
	const launch = snapshot.launchAt as number;
	const cancelled = { ...snapshot, status: 'CANCEL' } as const;
	const events = watch(launch - HOUR, launch + HOUR, MINUTE, (now) => (now < launch - HOUR / 2 ? snapshot : cancelled));
	expect(events).toEqual([['STATUS', new Date(launch - HOUR / 2).toISOString()]]);
});

test('a corrected launch time does not repeat LIVE', async () => {
	const snapshot = await recorded('US', 'CK9246-101');
	const launch = snapshot.launchAt as number;
	const corrected = { ...snapshot, launchAt: launch + 2 * MINUTE };
	const lower = { ...corrected, sizes: corrected.sizes.map((size) => ({ ...size, level: 'LOW' as const })) };
	const events = watch(launch - HOUR, launch + HOUR, MINUTE, (now) => {
		if (now < launch + 3 * MINUTE) return snapshot;
		return now < launch + 6 * MINUTE ? corrected : lower;
	});
	expect(events).toEqual([
		['LIVE', new Date(launch).toISOString()],
		['STATUS', new Date(launch + 3 * MINUTE).toISOString()],
		['STOCK', new Date(launch + 6 * MINUTE).toISOString()],
	]);
});

test.each([
	[-12, 1],
	[-1, 9],
])('a product that the feed loses from minute %i to %i of its launch is live when it is back', async (lost, back) => {
	const snapshot = await recorded('US', 'CK9246-101');
	const launch = snapshot.launchAt as number;
	const isLost = (now: number) => now >= launch + lost * MINUTE && now < launch + back * MINUTE;
	const events = watch(launch - HOUR, launch + HOUR, MINUTE / 2, (now) => (isLost(now) ? null : snapshot));
	expect(events).toEqual([['LIVE', new Date(launch + back * MINUTE).toISOString()]]);
});

test('a product removed before its launch is reported once', async () => {
	const snapshot = await recorded('US', 'CK9246-101');
	const launch = snapshot.launchAt as number;
	const gone = (from: number) =>
		watch(launch - HOUR, launch + HOUR, MINUTE, (now) => (now < from ? snapshot : null)).map(([kind]) => kind);
	expect(gone(launch - 30 * MINUTE)).toEqual(['STATUS']);
	expect(gone(launch - 5 * MINUTE)).toEqual(['STATUS']);
});

describe('a date that was more than 180 days ahead when it was first seen', () => {
	const launch = Date.parse('2027-01-01T00:00:00Z');
	const from = launch - 200 * DAY;
	const dated = (launchAt: number | null, available = true) => aSnapshot({ launchAt, available, sizes: [] });
	const at = (ms: number) => new Date(ms).toISOString();

	test('is no launch when it comes', () => {
		expect(watch(from, launch + DAY, 12 * HOUR, () => dated(launch))).toEqual([]);
	});

	test('holds no restock back, also once it is less than 180 days ahead', () => {
		const back = launch - 100 * DAY;
		const product = (now: number) => dated(launch, now < back - 2 * DAY || now >= back);
		expect(watch(from, launch + DAY, 12 * HOUR, product)).toEqual([
			// The second check that finds nothing left.
			['STOCK', at(back - 2 * DAY + 12 * HOUR)],
			['RESTOCK', at(back)],
		]);
	});

	test('is no launch if the shop no longer names it when the sale begins', () => {
		const product = (now: number) => (now < launch ? dated(launch, false) : dated(null));
		expect(watch(from, launch + DAY, 12 * HOUR, product)).toEqual([['SHOCK_DROP', at(launch)]]);
	});

	test('is replaced by a real one, which is a launch', () => {
		const real = launch - 60 * DAY;
		const product = (now: number) => dated(now < real - 10 * DAY ? launch : real, now >= real - 5 * DAY);
		expect(watch(from, launch + DAY, 12 * HOUR, product)).toEqual([
			['STATUS', at(real - 10 * DAY)],
			['STOCK', at(real - 5 * DAY)],
			['LIVE', at(real)],
		]);
	});
});
