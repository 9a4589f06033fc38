import type { Logger } from 'pino';

/**
 * The supervisor waits 30 s after SIGTERM (docs/operations.md). A stop that takes longer than this limit fails with a
 * reason.
 */
const LONGEST_STOP_MS = 28_000;

/** Shuts this process down on SIGTERM or SIGINT; a second signal ends it at once. */
export function stopOnSignal(stop: () => Promise<void>, log: Pick<Logger, 'error'>): void {
	const end = () => {
		const late = setTimeout(() => {
			log.error('stopping took too long, probably because the database does not answer');
			process.exit(1);
		}, LONGEST_STOP_MS);
		late.unref();
		stop().catch((error: unknown) => {
			log.error({ err: error }, 'stopping failed');
			process.exitCode = 1;
		});
	};
	process.once('SIGTERM', end);
	process.once('SIGINT', end);
}
