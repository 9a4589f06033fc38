import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { type Budget, createBudget } from '../limits/budget.ts';
import { type FactsOf, type ReaderName, type ReaderTask, type ResultOf, runReader } from './readers.ts';

/** A text takes too much time or memory to read. */
export class ReaderLimitError extends Error {
	override name = 'ReaderLimitError';
}

const WORKER = new URL('./reader.worker.ts', import.meta.url);
const THREADS = 2;
/** The time for one text, ms; more than thirty times that of the slowest known page (docs/shop-formats.md). */
const TIMEOUT_MS = 2000;
const MEMORY_MIB = 256;
/** The memory of new objects of a thread: texts end soon, and V8 would take up to 48 MiB. */
const YOUNG_MIB = 6;
/** How long a text waits for a busy thread before another one is used, which needs 50 MB, ms. Most are read in 2 ms. */
const BUSY_MS = 500;
/** How long a second thread is kept without work, ms. */
const SPARE_MS = 10_000;
/** How long a thread can take to start, ms: it loads all readers. */
const START_MS = 60_000;
/** How long a text waits for a thread, ms. */
const PATIENCE_MS = 60_000;
/** The largest text that is read in the caller's thread, bytes: the most hostile one of this size takes about 2 ms. */
const INLINE_BYTES = 16 * 1024;

export interface ReaderPoolOptions {
	threads?: number;
	/** The time for one text, ms. */
	timeoutMs?: number;
	memoryMiB?: number;
}

/**
 * Threads that read shops' answers, so that a large or hostile page does not block the process. They start at the first
 * large text, and do not keep the process alive.
 */
export class ReaderPool {
	readonly #timeoutMs: number;
	readonly #memoryMiB: number;
	readonly #threads: Budget;
	readonly #idle: Worker[] = [];
	#running = 0;
	/** Called when a thread has nothing to do. */
	#onIdle: (() => void) | null = null;
	#spare: NodeJS.Timeout | undefined;

	constructor({ threads = THREADS, timeoutMs = TIMEOUT_MS, memoryMiB = MEMORY_MIB }: ReaderPoolOptions = {}) {
		this.#timeoutMs = timeoutMs;
		this.#memoryMiB = memoryMiB;
		this.#threads = createBudget(threads, PATIENCE_MS);
	}

	/**
	 * Reads a text, in a thread unless it is small.
	 * @param contentType the answer's header, which can name the charset
	 * @throws ReaderLimitError
	 * @throws BudgetError when other texts take all threads for too long
	 */
	async read<Name extends ReaderName>(
		name: Name,
		body: Uint8Array,
		facts: FactsOf<Name>,
		contentType: string | null = null,
	): Promise<ResultOf<Name>> {
		const task: ReaderTask = { name, body, contentType, facts };
		if (body.length <= INLINE_BYTES) return runReader(task) as ResultOf<Name>;
		const leave = await this.#threads.take(1);
		try {
			return (await this.#inThread(task)) as ResultOf<Name>;
		} finally {
			leave();
		}
	}

	/** Ends the idle threads. */
	async close(): Promise<void> {
		this.#keepSpare();
		await Promise.all(this.#idle.splice(0).map((worker) => worker.terminate()));
	}

	async #inThread(task: ReaderTask): Promise<unknown> {
		const free = await this.#free();
		this.#running++;
		try {
			return await this.#readIn(free ?? (await this.#start()), task);
		} finally {
			this.#running--;
		}
	}

	async #readIn(worker: Worker, task: ReaderTask): Promise<unknown> {
		worker.ref();
		try {
			// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
			worker.postMessage(task);
			const { result } = await messageOf<{ result: unknown }>(worker, this.#timeoutMs);
			this.#rest(worker);
			return result;
		} catch (error) {
			await worker.terminate();
			const { name, code } = error as Error & { code?: string };
			const isLimit = name === 'AbortError' || name === 'RangeError' || code === 'ERR_WORKER_OUT_OF_MEMORY';
			if (!isLimit) throw error;
			throw new ReaderLimitError('The answer takes too much time or memory to read', { cause: error });
		}
	}

	/** An idle thread. Waits for a busy one, also if another is idle, but not long: it may have a hostile text. */
	async #free(): Promise<Worker | undefined> {
		if (this.#running > 0) {
			await new Promise<void>((resolve) => {
				const late = setTimeout(resolve, BUSY_MS);
				this.#onIdle = () => {
					clearTimeout(late);
					resolve();
				};
			});
			this.#onIdle = null;
		}
		const worker = this.#idle.pop();
		if (this.#idle.length === 0) this.#keepSpare();
		return worker;
	}

	#rest(worker: Worker): void {
		worker.unref();
		this.#idle.push(worker);
		this.#onIdle?.();
		if (this.#idle.length > 1) this.#spare ??= setTimeout(() => void this.#endSpare(), SPARE_MS).unref();
	}

	#keepSpare(): void {
		clearTimeout(this.#spare);
		this.#spare = undefined;
	}

	/** Ends all threads but one, as far as they are idle. The one that was idle last is used first. */
	async #endSpare(): Promise<void> {
		this.#spare = undefined;
		const spare = this.#idle.length - (this.#running > 0 ? 0 : 1);
		await Promise.all(this.#idle.splice(0, spare).map((worker) => worker.terminate()));
	}

	async #start(): Promise<Worker> {
		const worker = new Worker(WORKER, {
			resourceLimits: { maxOldGenerationSizeMb: this.#memoryMiB, maxYoungGenerationSizeMb: YOUNG_MIB },
		});
		await messageOf<'ready'>(worker, START_MS);
		return worker;
	}
}

/** A worker's next message. Rejects with its error, or after the time. */
async function messageOf<T>(worker: Worker, timeoutMs: number): Promise<T> {
	const [message] = (await once(worker, 'message', { signal: AbortSignal.timeout(timeoutMs) })) as [T];
	return message;
}

let ofProcess: ReaderPool | undefined;

/** The pool that everything in this process shares: its threads bound the processors that reading takes. */
export function readerPool(): ReaderPool {
	return (ofProcess ??= new ReaderPool());
}
