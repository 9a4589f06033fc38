import type { Logger } from 'pino';

/**
 * The supervisor waits 30 s after SIGTERM (docs/operations.md). A stop that takes longer than this limit fails with a
 * reason.
 */
const LONGEST_STOP_MS = 28_000;

/**
 * Ctrl-C reaches a process that npm started twice: from the terminal, and from npm, which forwards it. Signals within
 * this time count as one, ms: on a busy machine, npm's comes late.
 */
const SAME_SIGNAL_MS = 3000;

/** Calls `end` at the first SIGTERM or SIGINT; a second signal ends the process at once. */
export function onStopSignal(end: () => void): void {
	let stopping = false;
	const handle = () => {
		if (stopping) return;
		stopping = true;
		setTimeout(() => process.off('SIGTERM', handle).off('SIGINT', handle), SAME_SIGNAL_MS).unref();
		// A process with nothing left to do stops handling signals some milliseconds before it is gone: npm's SIGINT would
		// then end it as if it had not stopped gracefully. One that calls `exit` handles them to the end.
		process.once('beforeExit', () => process.exit());
		end();
	};
	process.on('SIGTERM', handle).on('SIGINT', handle);
}

/** Shuts this process down on SIGTERM or SIGINT; a second signal ends it at once. */
export function stopOnSignal(stop: () => Promise<void>, log: Pick<Logger, 'error'>): void {
	onStopSignal(() => {
		const late = setTimeout(() => {
			log.error('stopping took too long, probably because the database does not answer');
			process.exit(1);
		}, LONGEST_STOP_MS);
		late.unref();
		stop().catch((error: unknown) => {
			log.error({ err: error }, 'stopping failed');
			process.exitCode = 1;
		});
	});
}
