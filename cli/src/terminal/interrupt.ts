import { EXIT } from '../failure.ts';

let handler: (() => void) | null = null;

/** Ctrl-C ends the process and runs what `process.on('exit')` has to clean up, unless work is under way that must end first. */
export function endOnInterrupt(): void {
	for (const signal of ['SIGINT', 'SIGTERM'] as const) {
		process.on(signal, () => {
			if (!handler) process.exit(EXIT.interrupted);
			const once = handler;
			// Whoever insists gets out.
			handler = null;
			once();
		});
	}
}

/** While `work` goes on, the first Ctrl-C only says `asked`; the second ends as usual. */
export async function uninterrupted<T>(asked: () => void, work: () => Promise<T>): Promise<T> {
	handler = asked;
	try {
		return await work();
	} finally {
		handler = null;
	}
}
