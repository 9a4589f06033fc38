import { expect, onTestFinished, test, vi } from 'vitest';
import { until } from '../../testing.ts';
import { type Lane, roundsOf } from './lanes.ts';
import type { Group } from './plan.ts';
import { Schedule } from './schedule.ts';

test("a region's pause survives the success of an earlier request", async () => {
	const asked: { sku: string; at: number }[] = [];
	let answerSlow = () => {};
	const slow = new Promise<void>((resolve) => {
		answerSlow = resolve;
	});
	const schedule = new Schedule({
		intervalMs: 50,
		batchesPerMinute: () => 60_000,
		concurrency: 4,
		async ask({ skus: [sku = ''] }) {
			asked.push({ sku, at: Date.now() });
			if (asked.length === 1) await slow;
			return asked.length === 2 ? { blocked: true, retryAfterMs: 3000 } : { blocked: false, retryAfterMs: null };
		},
	});
	schedule.set([
		{ region: 'US', lane: 'regular', skus: ['A'] },
		{ region: 'US', lane: 'regular', skus: ['B'] },
	]);
	await until('both were asked', () => asked.length === 2);
	const blockedAt = Date.now();
	answerSlow();
	await until('the region is asked again', () => asked.length > 2);
	schedule.stop();
	expect((asked[2]?.at ?? 0) - blockedAt).toBeGreaterThanOrEqual(2900);
});

test("a failed call is first after its region's pause", async () => {
	const asked: string[] = [];
	const schedule = new Schedule({
		intervalMs: 1,
		batchesPerMinute: () => 1200,
		concurrency: 4,
		async ask({ skus: [sku = ''] }) {
			asked.push(sku);
			return { blocked: asked.length === 3, retryAfterMs: null };
		},
	});
	const batches = Array.from({ length: 200 }, (_, n) => ({ region: n % 2 ? 'US' : 'JP', skus: [String(n)] }) as const);
	schedule.set(batches.map(({ region, skus }) => ({ region, lane: 'regular', skus: [...skus] })));
	await until('many were asked', () => asked.length >= 100);
	schedule.stop();
	const [, , failed = ''] = asked;
	const again = asked.indexOf(failed, 3);
	expect(again).toBeGreaterThan(3);
	expect(asked.slice(again + 1, again + 4)).toEqual(['4', '6', '8']);
});

test.each([
	['one batch fails', ['c'], 200, 300],
	['all batches fail', ['a', 'b', 'c', 'd', 'e'], 3, 7],
])('the calls of a minute where %s for good', async (_, failing, least, most) => {
	vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
	onTestFinished(() => void vi.useRealTimers());
	const asked: string[] = [];
	const schedule = new Schedule({
		intervalMs: 1000,
		batchesPerMinute: () => 3000,
		concurrency: 1,
		async ask({ skus: [sku = ''] }) {
			asked.push(sku);
			return { blocked: failing.includes(sku), retryAfterMs: null };
		},
	});
	schedule.set(others);
	await vi.advanceTimersByTimeAsync(60_000);
	schedule.stop();
	expect(asked.length).toBeGreaterThanOrEqual(least);
	expect(asked.length).toBeLessThanOrEqual(most);
});

/** Runs a schedule whose calls are answered at once, until it has made this many. @returns the SKUs in order */
async function callsOf(
	groups: readonly Group[],
	{ calls, intervalMs = 1, batchesPerMinute = 60_000, hurried }: Record<'calls', number> & Partial<Run>,
): Promise<{ sku: string; at: number }[]> {
	const begun: { sku: string; at: number }[] = [];
	const schedule = new Schedule({
		intervalMs,
		batchesPerMinute: () => batchesPerMinute,
		concurrency: 4,
		async ask({ skus: [sku = ''] }) {
			begun.push({ sku, at: performance.now() });
			return { blocked: false, retryAfterMs: null };
		},
	});
	schedule.set(groups);
	if (hurried) schedule.expedite('US', hurried, Date.now() + 3_600_000);
	try {
		await until('the calls were made', () => begun.length >= calls);
	} finally {
		schedule.stop();
	}
	return begun.slice(0, calls);
}
interface Run {
	intervalMs: number;
	batchesPerMinute: number;
	hurried: string;
}
const groups = (lane: Lane, ...skus: string[]): Group[] => skus.map((sku) => ({ region: 'US', lane, skus: [sku] }));
const others = groups('regular', 'a', 'b', 'c', 'd', 'e');
const shareOf = (calls: readonly { sku: string }[], ...skus: string[]) =>
	calls.filter(({ sku }) => skus.includes(sku)).length / calls.length;

test('canaries take few calls from hot SKUs', async () => {
	const canary: Group = { region: 'US', lane: 'regular', skus: ['canary'], canary: true };
	const calls = await callsOf([...groups('priority', 'hot'), canary], {
		calls: 60,
		intervalMs: 5,
		batchesPerMinute: 6000,
	});
	expect(shareOf(calls, 'hot')).toBeGreaterThan(0.7);
	expect(shareOf(calls, 'canary')).toBeGreaterThan(0.05);
});

test('calls stay within the budget per minute', async () => {
	const all = [...groups('priority', 'p', 'q'), ...others, ...groups('rare', 'r')];
	const begun = await callsOf(all, { calls: 10, intervalMs: 10, batchesPerMinute: 1200, hurried: 'p' });
	// One call per 50 ms; a call can start 5 ms early if the previous one was late.
	expect((begun[9]?.at ?? 0) - (begun[0]?.at ?? 0)).toBeGreaterThanOrEqual(9 * 50 - 10);
});

test('priority and urgent checks get a fifth of a busy budget', async () => {
	const waiting = groups('regular', ...Array.from({ length: 30 }, (_, n) => `${n}`));
	for (const hurried of [undefined, 'p', '1']) {
		const calls = await callsOf([...groups('priority', 'p', 'q', 'r'), ...waiting], {
			calls: 300,
			...(hurried && { hurried }),
		});
		const first = shareOf(calls, 'p', 'q', 'r', ...(hurried ? [hurried] : []));
		expect(first).toBeGreaterThan(0.1);
		expect(first).toBeLessThanOrEqual(0.25);
		// An urgent check comes before the rest of the fifth.
		if (hurried) expect(shareOf(calls, hurried)).toBeGreaterThan(0.1);
	}
});

test('products that only persons watch get a fifth of a busy budget, and all of an idle one', async () => {
	const own = groups('watched', 'w', 'x', 'y');
	const calls = await callsOf([...others, ...own], { calls: 60 });
	expect(shareOf(calls, 'w') + shareOf(calls, 'x') + shareOf(calls, 'y')).toBeCloseTo(0.2, 1);
	expect(await callsOf(own, { calls: 30 })).toHaveLength(30);
});

test('the priority lane is checked five times as often', async () => {
	const calls = await callsOf([...groups('priority', 'p'), ...groups('regular', 'a')], { calls: 60, intervalMs: 100 });
	expect(shareOf(calls, 'p')).toBeGreaterThan(0.7);
	expect(shareOf(calls, 'p')).toBeLessThan(0.9);
});

test('new batches are checked before those that wait', async () => {
	const asked: string[] = [];
	const schedule = new Schedule({
		intervalMs: 1,
		batchesPerMinute: () => 6000,
		concurrency: 1,
		async ask({ skus: [sku = ''] }) {
			asked.push(sku);
			return { blocked: false, retryAfterMs: null };
		},
	});
	schedule.set(others);
	await until('all were asked', () => asked.length >= 10);
	const before = asked.length;
	schedule.set([...others, ...groups('regular', 'new')]);
	await until('the new one was asked', () => asked.includes('new'));
	schedule.stop();
	expect(asked.indexOf('new')).toBeLessThanOrEqual(before + 1);
});

test.each([
	['one call needs no more than the interval', { priority: 1, regular: 1, rare: 0 }, [6000, 30_000]],
	['the whole budget goes to one lane', { priority: 0, regular: 200, rare: 0 }, [6000, 40_000]],
	['the priority lane takes a fifth from the others', { priority: 30, regular: 200, rare: 0 }, [30_000, 50_000]],
	['it stretches, and the others do not', { priority: 300, regular: 200, rare: 0 }, [300_000, 50_000]],
	['it takes what the others leave', { priority: 300, regular: 0, rare: 0 }, [60_000, 30_000]],
	['rare checks hardly count', { priority: 0, regular: 200, rare: 60 }, [6000, 40_200]],
	['what only persons watch takes a fifth', { priority: 0, regular: 200, watched: 1000, rare: 0 }, [6000, 50_000]],
] as const)('the rounds at 300 calls a minute: %s', (_, batches, [priority, regular]) => {
	const rounds = roundsOf({ watched: 0, ...batches }, { intervalMs: 30_000, batchesPerMinute: 300 });
	expect(rounds.priority).toBeCloseTo(priority);
	expect(rounds.regular).toBeCloseTo(regular);
	expect(rounds.rare).toBeCloseTo(30 * 60_000 + regular - 30_000);
});

test('a batch with a pause delays no other batch', async () => {
	const pauses: Record<string, number> = { a: 500, b: 60_000 };
	const asked: { sku: string; at: number }[] = [];
	const schedule = new Schedule({
		intervalMs: 20,
		batchesPerMinute: () => 60_000,
		concurrency: 2,
		async ask({ skus: [sku = ''] }) {
			asked.push({ sku, at: performance.now() });
			return { blocked: null, retryAfterMs: pauses[sku] ?? null };
		},
	});
	schedule.set(groups('regular', 'a', 'b', 'c'));
	const timesOf = (sku: string) => asked.filter((call) => call.sku === sku).map(({ at }) => at);
	await until(
		'the short pause is over, and the others went on',
		() => timesOf('a').length > 1 && timesOf('c').length > 5,
	);
	schedule.stop();
	const [first = 0, second = 0] = timesOf('a');
	expect(second - first).toBeGreaterThanOrEqual(490);
	expect(timesOf('b')).toHaveLength(1);
});

test('a product that moves to another batch is not checked at once', async () => {
	const asked: string[] = [];
	const schedule = new Schedule({
		intervalMs: 3_600_000,
		batchesPerMinute: () => 60_000,
		concurrency: 1,
		async ask({ skus }) {
			asked.push(skus.join(''));
			return { blocked: false, retryAfterMs: null };
		},
	});
	const pairs = (...all: string[]): Group[] => all.map((pair) => ({ region: 'US', lane: 'regular', skus: [...pair] }));
	schedule.set(pairs('ab', 'cd'));
	await until('both were asked', () => asked.length === 2);
	schedule.set(pairs('ac', 'bd', 'be'));
	await until('the new product was asked', () => asked.length === 3);
	schedule.stop();
	expect(asked).toEqual(['ab', 'cd', 'be']);
});

test('a pinned batch takes at most half of the calls', async () => {
	const asked: string[] = [];
	const schedule = new Schedule({
		intervalMs: 100,
		batchesPerMinute: () => 60_000,
		concurrency: 1,
		claimOf: () => ({ kind: 'uniform' }),
		async ask({ skus: [sku = ''] }) {
			asked.push(sku);
			return { blocked: false, retryAfterMs: null };
		},
	});
	schedule.set([{ region: 'US', lane: 'regular', skus: ['pinned'], pinMs: 1 }, ...others]);
	await until('many were asked', () => asked.length >= 60);
	schedule.stop();
	const share = asked.filter((sku) => sku === 'pinned').length / asked.length;
	expect(share).toBeGreaterThan(0.35);
	expect(share).toBeLessThan(0.6);
	const [{ interval } = {}] = [...schedule.intervals()];
	expect(interval).toEqual({ ms: expect.closeTo(100 / 3), uniformMs: 100, reason: 'pinned' });
});
