import type { Database } from '@dropwire/db';
import { chunks } from '@dropwire/domain';
import { every, type Job } from '@dropwire/domain/jobs';
import type { Logger } from 'pino';
import type { SourceState } from '../../sources/readSources.ts';
import type { Freshness } from './freshness.ts';

/** The longest time until a row is stored, ms. */
const WRITE_MS = 2500;
/** Rows per statement. */
const CHUNK = 200;

export interface SourceRoundsOptions {
	db: Database;
	log: Logger;
	/** The name of this process. */
	worker: string;
	watched: readonly Freshness[];
	/** The interval between checks of a product, ms; rows are stored at least that often. */
	intervalMs: number;
}

/**
 * Stores what this process watches and when that was checked: a few dozen small rows, so that no reader needs to add up
 * the products. The rows end with the process's row in `workers`.
 */
export class SourceRounds {
	readonly #options: SourceRoundsOptions;
	/** The stored rows by key, as JSON. */
	readonly #stored = new Map<string, string>();
	#job: Job | undefined;

	constructor(options: SourceRoundsOptions) {
		this.#options = options;
	}

	start(): void {
		const { intervalMs, log } = this.#options;
		this.#job = every(Math.min(WRITE_MS, intervalMs), () => this.#write(), {
			firstMs: 0,
			onError: (error) => log.error({ err: error }, 'storing the state of the sources failed'),
		});
	}

	async stop(): Promise<void> {
		await this.#job?.stop();
	}

	async #write(): Promise<void> {
		const { db, worker, watched } = this.#options;
		const rows = (await Promise.all(watched.map((one) => one.measure()))).flat();
		const changed = rows.flatMap((row) => {
			const stored = { worker, ...row, host: row.host ?? '', pace: row.pace && JSON.stringify(row.pace) };
			const key = `${row.source} ${row.region} ${stored.host}`;
			const json = JSON.stringify(stored);
			return this.#stored.get(key) === json ? [] : [{ key, json, stored }];
		});
		for (const some of chunks(changed, CHUNK)) {
			await db
				.knex('source_rounds')
				.insert(some.map(({ stored }) => stored))
				.onConflict(['worker', 'source', 'region', 'host'])
				.merge();
			for (const { key, json } of some) this.#stored.set(key, json);
		}
		await this.#removeExcept(rows);
	}

	/** Removes the rows of what is watched no more. */
	async #removeExcept(rows: readonly SourceState[]): Promise<void> {
		const kept = new Set(rows.map(({ source, region, host }) => `${source} ${region} ${host ?? ''}`));
		for (const key of this.#stored.keys()) {
			if (kept.has(key)) continue;
			const [source = '', region = '', host = ''] = key.split(' ');
			await this.#options.db
				.knex('source_rounds')
				.where({ worker: this.#options.worker, source, host })
				.where('region', region)
				.delete();
			this.#stored.delete(key);
		}
	}
}
