export interface JobOptions {
	/** Called with what a run throws, except the abort that `stop` causes. */
	onError: (error: unknown) => void;
	/** A run is skipped while this is false, for example in all but one of several processes. */
	only?: () => boolean;
	/** The time until the first run, ms; 0 begins it at once. The default is the interval. */
	firstMs?: number;
}

export interface Job {
	/** Runs the work now, or once more after the run in progress. Resolves when that run has ended; never rejects. */
	now(): Promise<void>;
	/** Cancels the timer, aborts the signal, and resolves when the run in progress has ended. Never rejects. */
	stop(): Promise<void>;
}

/**
 * Repeats background work until it is stopped. Two runs never overlap: a run that takes longer than the interval skips
 * the times that it misses.
 * @param ms from one run's start to the next one's; a function is called after each run; infinite for `now` only
 * @param work gets a signal that `stop` aborts
 */
export function every(
	ms: number | (() => number),
	work: (signal: AbortSignal) => unknown,
	{ onError, only = () => true, firstMs }: JobOptions,
): Job {
	const controller = new AbortController();
	const { signal } = controller;
	let timer: ReturnType<typeof setTimeout> | undefined;
	let running: Promise<void> | undefined;
	let following: Promise<void> | undefined;

	async function attempt(): Promise<void> {
		try {
			if (!signal.aborted && only()) await work(signal);
		} catch (error) {
			const isAbort = signal.aborted && error instanceof Error && error.name === 'AbortError';
			if (!isAbort) onError(error);
		}
	}

	function run(): Promise<void> {
		running ??= attempt().finally(() => {
			running = undefined;
		});
		return running;
	}

	function schedule(elapsed: number): void {
		const pause = typeof ms === 'number' ? ms : ms();
		if (!signal.aborted && pause < Number.POSITIVE_INFINITY) timer = setTimeout(tick, pause - (elapsed % pause));
	}

	function tick(): void {
		const startedAt = performance.now();
		void run().then(() => schedule(performance.now() - startedAt));
	}

	if (firstMs === 0) tick();
	else if (firstMs === undefined) schedule(0);
	else timer = setTimeout(tick, firstMs);

	return {
		now() {
			if (!running) return run();
			following ??= running.then(() => {
				following = undefined;
				return run();
			});
			return following;
		},
		async stop() {
			clearTimeout(timer);
			controller.abort();
			await running;
		},
	};
}
