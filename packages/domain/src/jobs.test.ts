import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { every } from './jobs.ts';

const onError = vi.fn<(error: unknown) => void>();

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
	vi.useRealTimers();
	onError.mockReset();
});

/** Work of this duration that records when it began. */
function recorder(ms = 0) {
	const from = Date.now();
	const starts: number[] = [];
	const work = async () => {
		starts.push(Date.now() - from);
		if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
	};
	return { starts, work };
}

test('a job runs at every interval until it is stopped', async () => {
	const { starts, work } = recorder();
	const job = every(1000, work, { onError });
	await vi.advanceTimersByTimeAsync(3500);
	await job.stop();
	await job.now();
	await vi.advanceTimersByTimeAsync(3500);
	expect(starts).toEqual([1000, 2000, 3000]);
});

test('the first run can begin at once or after a given time', async () => {
	const [first, second] = [recorder(), recorder()];
	const jobs = [every(1000, first.work, { onError, firstMs: 0 }), every(1000, second.work, { onError, firstMs: 100 })];
	await vi.advanceTimersByTimeAsync(1500);
	await Promise.all(jobs.map((job) => job.stop()));
	expect([first.starts, second.starts]).toEqual([
		[0, 1000],
		[100, 1100],
	]);
});

test('a run that takes longer than the interval skips the times that it misses', async () => {
	const { starts, work } = recorder(1500);
	const job = every(1000, work, { onError });
	await vi.advanceTimersByTimeAsync(3100);
	expect(starts).toEqual([1000, 3000]);
	const stopping = job.stop();
	await vi.advanceTimersByTimeAsync(1500);
	await stopping;
});

test('the interval can follow from the last run', async () => {
	const { starts, work } = recorder();
	const job = every(() => 1000 * 2 ** starts.length, work, { onError });
	await vi.advanceTimersByTimeAsync(7500);
	await job.stop();
	expect(starts).toEqual([1000, 3000, 7000]);
});

test('calls of now during a run share one more run', async () => {
	const { starts, work } = recorder(100);
	const job = every(Number.POSITIVE_INFINITY, work, { onError });
	const runs = [job.now(), job.now(), job.now()];
	await vi.advanceTimersByTimeAsync(200);
	await Promise.all(runs);
	expect(starts).toEqual([0, 100]);
	await job.stop();
});

test('no run begins while the guard is false', async () => {
	const { starts, work } = recorder();
	let isMine = false;
	const job = every(1000, work, { onError, only: () => isMine });
	await vi.advanceTimersByTimeAsync(1000);
	await job.now();
	isMine = true;
	await vi.advanceTimersByTimeAsync(1000);
	await job.stop();
	expect(starts).toEqual([2000]);
});

test('a run that fails is reported, and the next one takes place', async () => {
	const work = vi.fn<() => void>(() => {
		throw new Error('no database');
	});
	const job = every(1000, work, { onError });
	await vi.advanceTimersByTimeAsync(2000);
	await job.stop();
	expect(onError.mock.calls).toEqual([[new Error('no database')], [new Error('no database')]]);
});

test('stop aborts the signal and waits for the run in progress', async () => {
	const ended = vi.fn<() => void>();
	const work = async (signal: AbortSignal) => {
		// Fake timers: the test advances them, and no time passes.
		await new Promise((resolve) => signal.addEventListener('abort', () => setTimeout(resolve, 100)));
		ended();
		signal.throwIfAborted();
	};
	const job = every(1000, work, { onError, firstMs: 0 });
	const stopped = job.stop().then(() => expect(ended).toHaveBeenCalledOnce());
	await vi.advanceTimersByTimeAsync(100);
	await stopped;
	expect(onError).not.toHaveBeenCalled();
});
