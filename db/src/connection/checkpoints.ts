import { Worker } from 'node:worker_threads';

const WORKER = new URL('./checkpoints.worker.ts', import.meta.url);
/** The thread runs one statement again and again. */
const MEMORY = { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 16 };

/**
 * The length of the write-ahead log at which a commit copies it into the database file itself, pages of 4 KiB: in case the
 * thread cannot, or transactions follow each other so closely that the log never starts again.
 */
export const LONGEST_LOG = 16_000;

/**
 * Copies the write-ahead log of an embedded database into its file in a thread of its own
 * (https://www.sqlite.org/wal.html#ckpt). By default, the commit with which the log has 1,000 pages does that, which blocks
 * the process for 10 to 30 ms: with a large log of deliveries, once in a thousand messages.
 * @returns ends the thread
 */
export function startCheckpoints(file: string): () => Promise<void> {
	const worker = new Worker(WORKER, { workerData: file, resourceLimits: MEMORY });
	const ended = new Promise<void>((resolve) => void worker.once('exit', () => resolve()));
	worker.on('error', ({ message }) =>
		console.warn(`Commits copy the write-ahead log, because its thread failed: ${message}`),
	);
	worker.unref();
	return () => {
		worker.ref();
		// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
		worker.postMessage('end');
		return ended;
	};
}
