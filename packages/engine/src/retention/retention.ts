import type { Database } from '@dropwire/db';
import type { Logger } from 'pino';
import { forgetExpired, prune } from './prune.ts';

const FIRST_PRUNE_MS = 60_000;
const PRUNE_EVERY_MS = 3_600_000;
const FORGET_EVERY_MS = 30_000;

export interface RetentionOptions {
	db: Database;
	log: Logger;
	/** How long events and the delivery log are kept. */
	days: number;
	/** How long the audit log is kept. */
	auditDays: number;
	/** Whether this process deletes, and no other. */
	isMine: () => boolean;
}

/** Deletes old data every hour, and expired retailer tokens every 30 s. */
export class Retention {
	readonly #options: RetentionOptions;
	readonly #abort = new AbortController();
	readonly #timers: NodeJS.Timeout[] = [];
	#pruning: Promise<void> | undefined;
	#forgetting: Promise<void> | undefined;

	constructor(options: RetentionOptions) {
		this.#options = options;
	}

	start(): void {
		this.#timers.push(
			setTimeout(() => this.#prune(), FIRST_PRUNE_MS),
			setInterval(() => this.#prune(), PRUNE_EVERY_MS),
			setInterval(() => this.#forget(), FORGET_EVERY_MS),
		);
	}

	/** Resolves after the current statement. Never rejects. */
	async stop(): Promise<void> {
		for (const timer of this.#timers) clearTimeout(timer);
		this.#abort.abort();
		await Promise.all([this.#pruning, this.#forgetting]);
	}

	#prune(): void {
		const { db, log, days, auditDays, isMine } = this.#options;
		if (!isMine()) return;
		this.#pruning ??= prune(db, days, { auditDays, signal: this.#abort.signal })
			.then(
				(rows) => {
					if (rows > 0) log.info({ rows }, 'old data was deleted');
				},
				(error: unknown) => log.error({ err: error }, 'pruning failed'),
			)
			.finally(() => {
				this.#pruning = undefined;
			});
	}

	#forget(): void {
		const { db, log } = this.#options;
		this.#forgetting ??= forgetExpired(db, Date.now(), this.#abort.signal)
			.catch((error: unknown) => log.error({ err: error }, 'deleting expired tokens failed'))
			.finally(() => {
				this.#forgetting = undefined;
			});
	}
}
