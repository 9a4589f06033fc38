import { EXIT } from '../failure.ts';

let handler: (() => void) | null = null;

/** Ctrl-C exits and runs the `exit` handlers, unless running work must finish first. */
export function endOnInterrupt(): void {
	for (const signal of ['SIGINT', 'SIGTERM'] as const) {
		process.on(signal, () => {
			if (!handler) process.exit(EXIT.interrupted);
			const once = handler;
			// A second Ctrl-C exits at once.
			handler = null;
			once();
		});
	}
	// The terminal was closed. nohup, whose commands go on, redirects stderr: a handler would end them.
	if (process.stderr.isTTY) process.on('SIGHUP', () => process.exit(EXIT.interrupted));
}

/** While `work` runs, the first Ctrl-C only calls `onInterrupt`; the second one exits. */
export async function uninterrupted<T>(onInterrupt: () => void, work: () => Promise<T>): Promise<T> {
	handler = onInterrupt;
	try {
		return await work();
	} finally {
		handler = null;
	}
}
