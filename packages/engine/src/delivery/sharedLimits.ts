import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, databaseClock, readDatabaseClock } from '@dropwire/db';
import { MAX_REASON_LENGTH } from '@dropwire/domain';
import { every, type Job } from '@dropwire/domain/jobs';
import type { Logger } from 'pino';
import { MAX_ADDRESS_WAIT_MS } from '../discord/answers.ts';
import type { AddressBudget } from '../discord/budget.ts';
import { BAN_WINDOW_MS } from '../discord/invalidAnswers.ts';

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
	readonly #budget: AddressBudget;
	readonly #egress: string;
	/** When the latest known pause began, by the database's clock; null for none. */
	#pausedAt: number | null = null;
	/** Pauses, and their ends, that are being stored. */
	readonly #storing = new Set<Promise<void>>();
	/** Exchanges the counts and the pause with the other processes. */
	#job: Job | undefined;

	/** @param egress the name of the address */
	constructor(db: Database, log: Logger, worker: string, budget: AddressBudget, egress: string) {
		this.#db = db;
		this.#log = log;
		this.#worker = worker;
		this.#budget = budget;
		this.#egress = egress;
	}

	/** Reads the shared limits. Call it before sending the first message. */
	async start(): Promise<void> {
		await this.#sync();
		this.#job = every(SYNC_MS, () => this.#sync(), { onError: (error) => this.#logFailure(error) });
	}

	/** Shares the remaining counts with the other processes. */
	async stop(): Promise<void> {
		await this.#job?.stop();
		await Promise.all(this.#storing);
		await this.#sync().catch((error: unknown) => this.#logFailure(error));
	}

	/**
	 * Stores a pause that Discord ordered for the whole IP address, so that all processes respect it at once. A longer one
	 * remains: requests that were on their way get shorter ones, and the processes store theirs in any order.
	 * @param reason why, for people
	 */
	pause(waitMs: number, reason = ''): void {
		this.#budget.pause(performance.now() + waitMs);
		const { knex } = this.#db;
		const pausedAt = databaseClock(this.#db);
		const until = knex.raw('? + ?', [pausedAt, Math.ceil(waitMs)]);
		const old = { at: 'discord_limits.pausedAt', until: 'discord_limits.pausedUntil' };
		// A pause that starts in the future dates from before the clock was set back, and one that is longer than any from
		// before their length was limited.
		const pausedUntil = knex.raw('case when ?? <= ? and ?? > ? and ?? <= ? + ? then ?? else ? end', [
			old.at,
			pausedAt,
			old.until,
			until,
			old.until,
			pausedAt,
			MAX_ADDRESS_WAIT_MS,
			old.until,
			until,
		]);
		this.#store(
			'sharing a pause that Discord ordered failed',
			knex('discord_limits')
				.insert({ egress: this.#egress, pausedAt, pausedUntil: until, reason: reason.slice(0, MAX_REASON_LENGTH) })
				.onConflict('egress')
				// MySQL assigns in this order, and each value sees those assigned before it.
				.merge({ pausedUntil, pausedAt, reason: reason.slice(0, MAX_REASON_LENGTH) }),
		);
	}

	/** Discord accepted a request after the pause: all processes go on, unless another pause began. */
	resume(): void {
		this.#store(
			'ending a pause that Discord ordered failed',
			this.#db
				.knex('discord_limits')
				.where({ egress: this.#egress })
				.where((known) => {
					if (this.#pausedAt !== null) void known.where('pausedAt', '<=', this.#pausedAt);
				})
				.update({ pausedUntil: 0, reason: null }),
		);
	}

	#store(failure: string, query: PromiseLike<unknown>): void {
		const stored = Promise.resolve(query)
			.then(
				() => {},
				(error: unknown) => this.#log.error({ err: error }, failure),
			)
			.finally(() => this.#storing.delete(stored));
		this.#storing.add(stored);
	}

	#logFailure(error: unknown): void {
		this.#log.error({ err: error }, "sharing Discord's limits failed");
	}

	async #sync(): Promise<void> {
		const database = await readDatabaseClock(this.#db);
		await this.#share(database);
		const at = performance.now();
		const isStoring = this.#storing.size > 0;
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
		if (limits && !isStoring && this.#storing.size === 0) this.#hear(limits, database, at);
		this.#budget.invalid.hear(
			slots.map(({ second, count }) => ({ at: at - (database - second * SECOND), count: Number(count) })),
		);
	}

	/** Respects a stored pause, and goes on when another process ended it. */
	#hear(limits: { pausedAt: number; pausedUntil: number }, database: number, at: number): void {
		// A pause that starts in the future dates from before the clock was set back.
		if (limits.pausedAt > database) return;
		const isKnown = limits.pausedAt === this.#pausedAt;
		this.#pausedAt = limits.pausedAt;
		if (limits.pausedUntil === 0) {
			this.#budget.resume();
			return;
		}
		const until = Math.min(limits.pausedUntil, limits.pausedAt + MAX_ADDRESS_WAIT_MS);
		if (!isKnown && until > database) this.#budget.pause(at + until - database, at);
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

/** The result of a request, reported once Discord has answered. */
export interface TurnAnswer {
	/** Whether Discord counts the response towards its ban of the IP address. */
	invalid: boolean;
	/** Whether nothing proves that Discord accepts requests: it blocks the IP address, or the request failed. */
	unclear: boolean;
	/** How long Discord blocks the whole IP address, ms; 0 if it does not. */
	pauseMs: number;
	/** Why, for people. */
	reason: string;
}

/**
 * Waits until this process can send Discord a request other than a delivery. Call the returned function when the
 * response arrives.
 * @throws the signal's reason once it is aborted
 */
export async function takeTurn(
	budget: AddressBudget,
	shared: SharedLimits,
	signal: AbortSignal,
): Promise<(answer: TurnAnswer) => void> {
	for (;;) {
		const now = performance.now();
		const readyAt = budget.readyAt(now);
		if (readyAt <= now) break;
		await sleep(readyAt - now, undefined, { signal });
	}
	const answered = budget.take(performance.now());
	return ({ invalid, unclear, pauseMs, reason }) => {
		if (answered(performance.now(), invalid, unclear)) shared.resume();
		if (pauseMs > 0) shared.pause(pauseMs, reason);
	};
}
