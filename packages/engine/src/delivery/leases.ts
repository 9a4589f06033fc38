import { chunks } from '@dropwire/domain';
import { type Database, databaseClock, type Knex } from '@dropwire/db';
import type { Logger } from 'pino';
import { CLOCK_JUMP_MS, type DatabaseTime, driftMs, type Reading } from './databaseTime.ts';
import { LEASE_MS, type LeaseEnd, leaseFromNow } from './lane.ts';
import type { Journals } from './replay.ts';

/** IDs per statement, within the limits of both databases. */
const CHUNK = 5000;
/**
 * After a gap of this length between checks, ms, assume that the database (or this process) was down and that other
 * processes could not renew their leases either.
 */
const SILENCE_MS = 5000;
const FREE = { claimedBy: null, leaseUntil: 0 };

/** What a renewal says about a webhook. */
export interface Renewed {
	leaseEnd: LeaseEnd;
	/** The webhook was switched off since it was claimed. */
	off: boolean;
}

/**
 * Renews this process's leases, and frees the leases of dead processes. Before freeing a lease, it replays the dead
 * process's journal, if this machine has it. After a database outage or a change of the database's clock, no lease is
 * freed for one lease lifetime: within that time, every live process renews its leases and records its sent messages.
 * Every change is a transaction, which is retried after a deadlock with another process.
 */
export class Leases {
	readonly #db: Database;
	readonly #log: Logger;
	readonly #worker: string;
	readonly #journals: Journals;
	readonly #clock: Knex.Raw;
	readonly #time: DatabaseTime;
	/** The last check. */
	#last: Reading | undefined;
	#graceUntil = 0;

	constructor(db: Database, log: Logger, worker: string, journals: Journals, time: DatabaseTime) {
		this.#db = db;
		this.#log = log;
		this.#worker = worker;
		this.#journals = journals;
		this.#time = time;
		this.#clock = databaseClock(db);
	}

	/**
	 * Frees all leases when the engine starts on the embedded database: only one process uses it, so every
	 * existing lease belongs to a dead process.
	 */
	async freeAll(): Promise<void> {
		await this.#db.transaction((trx) => trx('webhooks').whereNotNull('claimedBy').update(FREE));
	}

	/**
	 * Renews this process's leases on these webhooks.
	 * @returns the webhooks that this process still holds
	 */
	async renew(webhookIds: readonly number[]): Promise<Map<number, Renewed>> {
		const held = new Map<number, Renewed>();
		for (const some of chunks(webhookIds, CHUNK)) {
			await this.#db.transaction(async (trx) => {
				const own = () => trx('webhooks').whereIn('id', some).where({ claimedBy: this.#worker });
				const leaseEnd = leaseFromNow();
				await own().update({ leaseUntil: trx.raw('? + ?', [this.#clock, LEASE_MS]) });
				const rows: { id: number; active: number | boolean }[] = await own().select('id', 'active');
				for (const { id, active } of rows) held.set(id, { leaseEnd, off: !active });
			});
		}
		return held;
	}

	/**
	 * Frees the webhooks of dead processes.
	 * @param held the webhooks that this process holds
	 * @returns how many were freed
	 */
	async freeDead(held: ReadonlyMap<number, unknown>): Promise<number> {
		if (!(await this.#clockRanOn())) return 0;
		const rows: { id: number; claimedBy: string }[] = await this.#overdue(this.#db.knex).select('id', 'claimedBy');
		// A webhook that this process claimed in a statement whose response was lost is not in `held`, so it is freed
		// too.
		const dead = rows.filter(({ id, claimedBy }) => claimedBy !== this.#worker || !held.has(id));
		if (dead.length === 0) return 0;
		const owners = new Set(dead.map(({ claimedBy }) => claimedBy));
		owners.delete(this.#worker);
		for (const owner of owners) await this.#journals.replay(owner);
		let freed = 0;
		for (const some of chunks(dead, CHUNK)) {
			const ids = some.map(({ id }) => id);
			freed += await this.#db.transaction((trx) => this.#overdue(trx).whereIn('id', ids).update(FREE));
		}
		this.#log.warn({ freed, owners: [...owners] }, 'webhooks of engine processes that no longer answer were freed');
		return freed;
	}

	/**
	 * Expired leases, and leases longer than the maximum, which date from before the clock was set back. Reads only these,
	 * by the index of `leaseUntil`, where webhooks without a lease have 0.
	 */
	#overdue(knex: Knex): Knex.QueryBuilder {
		return knex('webhooks')
			.whereRaw('?? > 0', ['leaseUntil'])
			.where((lease) => {
				void lease
					.where('leaseUntil', '<=', this.#clock)
					.orWhereRaw('?? > ? + ?', ['leaseUntil', this.#clock, LEASE_MS + CLOCK_JUMP_MS]);
			});
	}

	/** Whether both clocks have run evenly for long enough that an expired lease means a dead process. */
	async #clockRanOn(): Promise<boolean> {
		const last = this.#last;
		const reading = await this.#time.read();
		const { at, tookMs } = reading;
		this.#last = reading;
		if (last) {
			const jumped = Math.abs(driftMs(last, reading)) > CLOCK_JUMP_MS + tookMs;
			if (jumped || at - last.at > SILENCE_MS) this.#graceUntil = at + LEASE_MS;
		}
		return at >= this.#graceUntil;
	}
}
