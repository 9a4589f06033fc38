import type { Database } from '@dropwire/db';
import { every, type Job } from '@dropwire/domain/jobs';
import type { Logger } from 'pino';
import { compactHistories } from './compactHistories.ts';
import { forgetExpired, prune } from './prune.ts';

const FIRST_COMPACTION_MS = 30_000;
/** If the process that deletes is killed, another one continues after this time at most, once it counts as dead. */
const PRUNE_EVERY_MS = 20_000;
const COMPACT_EVERY_MS = 3_600_000;
const FORGET_EVERY_MS = 30_000;

export interface RetentionOptions {
	db: Database;
	log: Logger;
	/** How long events and the delivery log are kept. */
	days: number;
	/** How long the audit log is kept. */
	auditDays: number;
	/** How long every change point of a product's history is kept. */
	historyDetailDays: number;
	/** Whether this process deletes, and no other. */
	isMine: () => boolean;
}

/** Deletes old data every 20 s and expired retailer tokens every 30 s, and compacts old history every hour. */
export class Retention {
	readonly #options: RetentionOptions;
	#jobs: Job[] = [];

	constructor(options: RetentionOptions) {
		this.#options = options;
	}

	start(): void {
		const { db, log, days, auditDays, historyDetailDays, isMine } = this.#options;
		const pruneOld = async (signal: AbortSignal) => {
			const rows = await prune(db, days, { auditDays, signal });
			if (rows > 0) log.info({ rows }, 'old data was deleted');
		};
		this.#jobs = [
			every(PRUNE_EVERY_MS, pruneOld, {
				only: isMine,
				onError: (error) => log.error({ err: error }, 'pruning failed'),
			}),
			every(COMPACT_EVERY_MS, (signal) => compactHistories(db, historyDetailDays, { signal }), {
				firstMs: FIRST_COMPACTION_MS,
				only: isMine,
				onError: (error) => log.error({ err: error }, 'compacting history failed'),
			}),
			every(FORGET_EVERY_MS, (signal) => forgetExpired(db, Date.now(), signal), {
				onError: (error) => log.error({ err: error }, 'deleting expired tokens failed'),
			}),
		];
	}

	/** Resolves after the current statement. Never rejects. */
	async stop(): Promise<void> {
		await Promise.all(this.#jobs.map((job) => job.stop()));
	}
}
