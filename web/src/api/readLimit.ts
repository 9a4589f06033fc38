/** How long a read waits for a server that hangs, ms. Without a limit, a page would show its old data as current forever. */
const READ_MS = 30_000;

/** Ends a read that takes too long. @param signal what else ends it */
export function readLimit(signal?: AbortSignal | null): AbortSignal {
	const limit = AbortSignal.timeout(READ_MS);
	return signal ? AbortSignal.any([signal, limit]) : limit;
}
