/**
 * Runs work whose signal is aborted with the caller's, or after a time. Not `AbortSignal.any` with `AbortSignal.timeout`:
 * Node.js keeps those until the time is over, also if the work ends at once, and with them everything that listens.
 * @throws DOMException `TimeoutError` as the signal's reason
 */
export async function withDeadline<T>(
	signal: AbortSignal,
	ms: number,
	work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
	signal.throwIfAborted();
	const controller = new AbortController();
	const stop = () => controller.abort(signal.reason);
	const late = setTimeout(() => {
		controller.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'));
	}, ms);
	signal.addEventListener('abort', stop);
	try {
		return await work(controller.signal);
	} finally {
		clearTimeout(late);
		signal.removeEventListener('abort', stop);
	}
}

/** Rejects with the signal's reason once it is aborted, for work that can ignore its signal. */
export async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
	const { promise, reject } = Promise.withResolvers<never>();
	const stop = () => reject(signal.reason as Error);
	if (signal.aborted) stop();
	signal.addEventListener('abort', stop);
	try {
		return await Promise.race([work, promise]);
	} finally {
		signal.removeEventListener('abort', stop);
	}
}
