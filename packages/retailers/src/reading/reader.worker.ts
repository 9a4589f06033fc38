import { parentPort } from 'node:worker_threads';
import { type ReaderTask, runReader } from './readers.ts';

/** Runs readers in this thread, one after the other. An error ends the thread; the pool starts another one. */
parentPort?.on('message', (task: ReaderTask) => {
	// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origins
	parentPort?.postMessage({ result: runReader(task) });
});
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origins
parentPort?.postMessage('ready');
