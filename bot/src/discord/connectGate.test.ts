import { expect, test } from 'vitest';
import { createLog } from '../log.ts';
import { createConnectGate, msUntilStart } from './connectGate.ts';

const HOUR = 3_600_000;
const log = createLog('silent');

/** A gate on a clock that only its pauses advance. Each start of a session uses one of Discord's 1,000 a day. */
function openGate(used = 0) {
	let at = 0;
	let remaining = 1000 - used;
	const limitOf = async () => {
		if (at >= 24 * HOUR) remaining = 1000;
		return { total: 1000, remaining, reset_after: Math.max(0, 24 * HOUR - at), max_concurrency: 1 };
	};
	const wait = async (ms: number) => {
		at += ms;
	};
	const gate = createConnectGate(limitOf, wait, { log, shards: () => 1, now: () => at });
	return {
		now: () => at,
		remaining: () => remaining,
		pass: (ms: number) => {
			at += ms;
		},
		/** One connection; with `readyMs` it becomes ready and lasts that long. */
		async connect(readyMs?: number) {
			await gate.pass(0, true);
			remaining--;
			if (readyMs !== undefined) {
				gate.ready(0);
				at += readyMs;
			}
			gate.closed(0);
		},
	};
}

test('a gateway that closes every connection gets about a hundred a day', async () => {
	const gate = openGate();
	let connections = 0;
	for (; gate.now() < 24 * HOUR; connections++) await gate.connect();
	expect(connections).toBeGreaterThan(90);
	expect(connections).toBeLessThan(120);
});

test.each([0, 1000, 59_000, 61_000])('no loop of sessions that last %i ms uses up the starts of a day', async (ms) => {
	const gate = openGate();
	while (gate.now() < 24 * HOUR) {
		await gate.connect(ms);
		expect(gate.remaining()).toBeGreaterThan(0);
	}
});

test('a stable connection is replaced at once', async () => {
	const gate = openGate();
	for (let n = 0; n < 5; n++) {
		await gate.connect(HOUR);
		expect(gate.now()).toBe((n + 1) * HOUR);
	}
});

test('a start waits for the reset while few session starts are left', async () => {
	const gate = openGate(990);
	await gate.connect();
	expect(gate.now()).toBe(24 * HOUR);
});

test('a connected shard does not pause when discord.js requests its session', async () => {
	let pauses = 0;
	const limit = { total: 1000, remaining: 0, reset_after: 1000, max_concurrency: 1 };
	const wait = async () => {
		pauses++;
		limit.remaining = 999;
	};
	const gate = createConnectGate(async () => limit, wait, { log, shards: () => 1 });
	await gate.pass(0, true);
	limit.remaining = 0;
	await gate.pass(0, true);
	expect(pauses).toBe(1);
});

test.each([
	[{ total: 1000, remaining: 51, reset_after: 5 }, 1, 0],
	[{ total: 1000, remaining: 50, reset_after: 5 }, 1, 5],
	// Every shard can start at the same time.
	[{ total: 2000, remaining: 150, reset_after: 5 }, 160, 5],
	// A limit that is smaller than what is kept.
	[{ total: 10, remaining: 9, reset_after: 5 }, 1, 0],
])('with a limit of %j and %i shards, a session can start after %i ms', (limit, shards, ms) => {
	expect(msUntilStart({ ...limit, max_concurrency: 1 }, shards)).toBe(ms);
});
