import { type Database, databaseClock, readDatabaseClock } from '@dropwire/db';
import type { Logger } from 'pino';
import type { Budget } from './discord/budget.ts';
import { BAN_WINDOW_MS } from './discord/invalidAnswers.ts';

/** How often processes exchange their counts, ms. */
const SYNC_MS = 1000;
const SECOND = 1000;

/**
 * Shares Discord's limits on an IP address among all processes that send from it, and across restarts: the pause that
 * Discord ordered, and the count of responses that lead to a ban. Processes with other addresses are not affected.
 */
export class SharedLimits {
	readonly #db: Database;
	readonly #log: Logger;
	readonly #worker: string;
	readonly #budget: Budget;
	readonly #egress: string;
	#timer: NodeJS.Timeout | undefined;
	#syncing: Promise<void> | undefined;

	/** @param egress the name of the address */
	constructor(db: Database, log: Logger, worker: string, budget: Budget, egress: string) {
		this.#db = db;
		this.#log = log;
		this.#worker = worker;
		this.#budget = budget;
		this.#egress = egress;
	}

	/** Reads the shared limits. Call it before sending the first message. */
	async start(): Promise<void> {
		await this.#sync();
		this.#timer = setInterval(() => this.#syncOnce(), SYNC_MS);
	}

	/** Shares the remaining counts with the other processes. */
	async stop(): Promise<void> {
		clearInterval(this.#timer);
		await this.#syncing;
		this.#syncOnce();
		await this.#syncing;
	}

	/**
	 * Stores a pause that Discord ordered for the whole IP address, so that all processes respect it at once. A longer one
	 * remains: requests that were on their way get shorter ones, and the processes store theirs in any order.
	 */
	pause(waitMs: number): void {
		this.#budget.pause(performance.now() + waitMs);
		const { knex } = this.#db;
		const pausedAt = databaseClock(this.#db);
		const until = knex.raw('? + ?', [pausedAt, Math.ceil(waitMs)]);
		const old = { at: 'discord_limits.pausedAt', until: 'discord_limits.pausedUntil' };
		// A pause that starts in the future dates from before the clock was set back.
		const pausedUntil = knex.raw('case when ?? <= ? and ?? > ? then ?? else ? end', [
			old.at,
			pausedAt,
			old.until,
			until,
			old.until,
			until,
		]);
		knex('discord_limits')
			.insert({ egress: this.#egress, pausedAt, pausedUntil: until })
			.onConflict('egress')
			// MySQL assigns in this order, and each value sees those assigned before it.
			.merge({ pausedUntil, pausedAt })
			.catch((error: unknown) => this.#log.error({ err: error }, 'sharing a pause that Discord ordered failed'));
	}

	#syncOnce(): void {
		this.#syncing ??= this.#sync()
			.catch((error: unknown) => this.#log.error({ err: error }, "sharing Discord's limits failed"))
			.finally(() => {
				this.#syncing = undefined;
			});
	}

	async #sync(): Promise<void> {
		const database = await readDatabaseClock(this.#db);
		await this.#share(database);
		const at = performance.now();
		const [limits, slots] = await Promise.all([
			this.#db.knex('discord_limits').where({ egress: this.#egress }).first('pausedAt', 'pausedUntil'),
			this.#db
				.knex('invalid_answers')
				.where({ egress: this.#egress })
				.whereNot({ worker: this.#worker })
				.where('second', '>', (database - BAN_WINDOW_MS) / SECOND)
				.groupBy('second')
				.orderBy('second')
				.select('second')
				.sum<{ second: number; count: number | string }[]>({ count: 'count' }),
		]);
		// A pause that starts in the future dates from before the clock was set back.
		if (limits && limits.pausedAt <= database) this.#budget.pause(at + limits.pausedUntil - database);
		this.#budget.invalid.hear(
			slots.map(({ second, count }) => ({ at: at - (database - second * SECOND), count: Number(count) })),
		);
	}

	async #share(database: number): Promise<void> {
		const count = this.#budget.invalid.takeUntold();
		if (count === 0) return;
		const { knex } = this.#db;
		const second = Math.floor(database / SECOND);
		try {
			await knex('invalid_answers')
				.insert({ second, worker: this.#worker, count, egress: this.#egress })
				.onConflict(['second', 'worker'])
				.merge({ count: knex.raw('?? + ?', ['invalid_answers.count', count]) });
			await knex('invalid_answers')
				.where('second', '<', second - BAN_WINDOW_MS / SECOND)
				.delete();
		} catch (error) {
			this.#budget.invalid.putBack(count);
			throw error;
		}
	}
}
