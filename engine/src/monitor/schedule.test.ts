import { expect, test } from 'vitest';
import { until } from '../testing.ts';
import { Schedule } from './schedule.ts';

test('a region that asked to be left alone is, also when what was under way before then succeeds', async () => {
	const asked: { sku: string; at: number }[] = [];
	let answerSlow = () => {};
	const slow = new Promise<void>((resolve) => {
		answerSlow = resolve;
	});
	const schedule = new Schedule({
		intervalMs: 50,
		callsPerMinute: 60_000,
		concurrency: 4,
		async ask({ skus: [sku = ''] }) {
			asked.push({ sku, at: Date.now() });
			if (asked.length === 1) await slow;
			return asked.length === 2 ? { blocked: true, retryAfterMs: 3000 } : { blocked: false, retryAfterMs: null };
		},
	});
	schedule.set([
		{ region: 'US', skus: ['A'] },
		{ region: 'US', skus: ['B'] },
	]);
	await until('both were asked', () => asked.length === 2);
	const blockedAt = Date.now();
	answerSlow();
	await until('the region is asked again', () => asked.length > 2);
	schedule.stop();
	expect((asked[2]?.at ?? 0) - blockedAt).toBeGreaterThanOrEqual(2900);
});
