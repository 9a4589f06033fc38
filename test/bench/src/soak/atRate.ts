import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Calls `work` at an even rate until the time is over, also when one call takes longer than the pause.
 * @param over ends it earlier
 * @throws the first error of `work`
 */
export async function atRate(
	perSecond: number,
	seconds: number,
	work: () => Promise<void>,
	over?: AbortSignal,
): Promise<void> {
	const begun = performance.now();
	const failed = new AbortController();
	const signals = over ? [failed.signal, over] : [failed.signal];
	const goesOn = () => !signals.some(({ aborted }) => aborted);
	const running = new Set<Promise<void>>();
	for (let n = 0; n < perSecond * seconds && goesOn(); n++) {
		const one = work()
			.catch((error: unknown) => failed.abort(error))
			.finally(() => running.delete(one));
		running.add(one);
		await sleep(Math.max(0, ((n + 1) * 1000) / perSecond - (performance.now() - begun)));
	}
	await Promise.all(running);
	failed.signal.throwIfAborted();
}
