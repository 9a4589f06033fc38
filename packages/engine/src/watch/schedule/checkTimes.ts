import { randomInt } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Database } from '@dropwire/db';
import { type Brand, chunks, type Interval } from '@dropwire/domain';
import { every, type Job } from '@dropwire/domain/jobs';
import type { Logger } from 'pino';
import type { Batch } from './schedule.ts';

/** The longest time until a check's time is stored, ms. */
const FLUSH_MS = 5000;
/** Batches per statement. */
const CHUNK = 250;
/** Batches per statement that stores their products. */
const MAPPED_CHUNK = 20;

/** What the database has about a batch. */
interface Stored {
	id: number;
	/** The IDs of its products, joined; empty before they are stored. */
	products: string;
}

/**
 * The times of the last checks, stored per batch and a few times per round: a round of 100,000 products then writes
 * several thousand small rows. After a crash, the last seconds of checks are missing.
 */
export class CheckTimes {
	readonly #db: Database;
	readonly #source: Brand;
	readonly #log: Logger;
	readonly #intervalOf: (batch: Batch) => Interval | null;
	readonly #stored = new WeakMap<Batch, Stored>();
	#pending = new Map<Batch, number>();
	#unmapped = new Map<Batch, readonly number[]>();
	#job: Job | undefined;

	/** @param intervalOf how often a batch is checked, which is stored with the time of its check */
	constructor(db: Database, source: Brand, log: Logger, intervalOf: (batch: Batch) => Interval | null) {
		this.#db = db;
		this.#source = source;
		this.#log = log;
		this.#intervalOf = intervalOf;
	}

	/** @param intervalMs between checks of a product; times are stored at least that often */
	start(intervalMs: number): void {
		this.#job = every(Math.min(FLUSH_MS, intervalMs), () => this.#store(), {
			onError: (error) => this.#logFailure(error),
		});
	}

	/**
	 * Records that a batch was checked.
	 * @param products the IDs of its products; unset if they are the same as at the last check
	 */
	add(batch: Batch, at: number, products?: readonly number[]): void {
		this.#pending.set(batch, at);
		if (products && products.join() !== this.#storedOf(batch).products) this.#unmapped.set(batch, products);
	}

	/** Stores the pending times. Never rejects. */
	async stop(): Promise<void> {
		await this.#job?.stop();
		await this.#store().catch((error: unknown) => this.#logFailure(error));
	}

	#logFailure(error: unknown): void {
		this.#log.error({ err: error }, 'storing the times of the last checks failed');
	}

	async #store(): Promise<void> {
		const [pending, unmapped] = [this.#pending, this.#unmapped];
		this.#pending = new Map();
		this.#unmapped = new Map();
		try {
			for (const some of chunks([...pending], CHUNK)) {
				await this.#storeTimes(some);
				// SQLite runs in this thread: other work goes on between the statements.
				await setImmediate();
			}
			for (const [batch, products] of unmapped) {
				// Stored since then: the batch was checked again while its products were being stored.
				if (products.join() === this.#storedOf(batch).products) unmapped.delete(batch);
			}
			for (const some of chunks([...unmapped], MAPPED_CHUNK)) {
				await this.#map(some);
				for (const [batch] of some) unmapped.delete(batch);
				await setImmediate();
			}
		} catch (error) {
			// The next check of a batch records its time again, but not its products.
			for (const [batch, products] of unmapped) {
				if (!this.#unmapped.has(batch)) this.#unmapped.set(batch, products);
			}
			throw error;
		}
	}

	async #storeTimes(checks: readonly (readonly [Batch, number])[]): Promise<void> {
		const rows = checks.map(([batch, checkedAt]) => {
			const { ms, uniformMs, reason } = this.#intervalOf(batch) ?? { ms: null, uniformMs: null, reason: null };
			const interval = { intervalMs: ms && Math.round(ms), uniformMs: uniformMs && Math.round(uniformMs), reason };
			return { id: this.#storedOf(batch).id, source: this.#source, region: batch.region, checkedAt, ...interval };
		});
		await this.#db
			.knex('check_batches')
			.insert(rows)
			.onConflict('id')
			.merge(['checkedAt', 'intervalMs', 'uniformMs', 'reason']);
	}

	async #map(batches: readonly (readonly [Batch, readonly number[]])[]): Promise<void> {
		const { knex } = this.#db;
		const ids = batches.flatMap(([, products]) => products);
		// Products that were removed in the meantime would violate the foreign key.
		const exists = new Set<number>(await knex('products').whereIn('id', ids).pluck('id'));
		const rows = batches.flatMap(([batch, products]) => {
			const batchId = this.#storedOf(batch).id;
			return products.filter((id) => exists.has(id)).map((productId) => ({ productId, batchId }));
		});
		if (rows.length > 0) await knex('product_batches').insert(rows).onConflict('productId').merge(['batchId']);
		for (const [batch, products] of batches) this.#storedOf(batch).products = products.join();
	}

	#storedOf(batch: Batch): Stored {
		const stored = this.#stored.get(batch) ?? { id: randomInt(2 ** 47), products: '' };
		this.#stored.set(batch, stored);
		return stored;
	}
}
