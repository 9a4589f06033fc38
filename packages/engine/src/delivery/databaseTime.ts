import { type Database, databaseClock } from '@dropwire/db';

/** If the database's clock and the local monotonic clock drift apart by more than this, one was set or suspended, ms. */
export const CLOCK_JUMP_MS = 2000;
/** Jumps that are kept. */
const MAX_JUMPS = 20;

/** A reading of the database's clock, epoch ms. */
export interface Reading {
	database: number;
	/** When it was read, by the monotonic clock. */
	at: number;
	/** How long the answer took, ms: the reading can be off by this. */
	tookMs: number;
	/** The highest ID of a delivery; 0 for none. */
	newestId: number;
}

/**
 * Follows the database's clock, by which messages expire: the clocks of the machines can differ. When it is set forward,
 * messages that were queued before do not get older. A process only knows the jumps that it has seen. It also notices when
 * the newest deliveries are missing: after a failover that lost rows, or on a node that has not received them yet.
 */
export class DatabaseTime {
	readonly #db: Database;
	#last: Reading | undefined;
	/** Jumps forward, oldest first: what the clock showed after each, and by how much it was set forward. */
	#jumps: { to: number; byMs: number }[] = [];
	#newestId = 0;
	/** Since when readings lack deliveries that an earlier one had, by the monotonic clock; undefined if they have them. */
	#behindSince: number | undefined;

	constructor(db: Database) {
		this.#db = db;
	}

	async read(): Promise<Reading> {
		const asked = performance.now();
		const { knex } = this.#db;
		const now = knex.raw('? as ??', [databaseClock(this.#db), 'now']);
		const row: { now: number; newestId: number | null } = await knex.first(
			now,
			knex('deliveries').max('id').as('newestId'),
		);
		const at = performance.now();
		return this.note({ database: row.now, at, tookMs: at - asked, newestId: row.newestId ?? 0 });
	}

	/** Since when the database lacks its newest deliveries, by the monotonic clock; undefined if it has them. */
	get behindSince(): number | undefined {
		return this.#behindSince;
	}

	/** The missing deliveries are lost: from now on the newest one is that of the last reading. */
	acceptLoss(): void {
		this.#newestId = this.#last?.newestId ?? 0;
		this.#behindSince = undefined;
	}

	/** Notes a reading. */
	note(reading: Reading): Reading {
		if (this.#last) {
			const byMs = driftMs(this.#last, reading);
			if (byMs > CLOCK_JUMP_MS + reading.tookMs) {
				this.#jumps = [...this.#jumps.slice(1 - MAX_JUMPS), { to: reading.database, byMs }];
			}
		}
		this.#last = reading;
		if (reading.newestId < this.#newestId) this.#behindSince ??= reading.at;
		else {
			this.#newestId = reading.newestId;
			this.#behindSince = undefined;
		}
		return reading;
	}

	/**
	 * The time until a message expires, ms; at most its whole lifetime.
	 * @param expiresAt by the database's clock when it was queued
	 */
	freshForMs(expiresAt: number, lifetimeMs: number, { database }: Reading): number {
		let end = expiresAt;
		for (const { to, byMs } of this.#jumps) {
			// In the middle of the jump no time passed, so nothing was queued near it.
			if (end - lifetimeMs < to - byMs / 2) end += byMs;
		}
		return Math.min(lifetimeMs, end - database);
	}
}

/** By how much the database's clock ran ahead of the monotonic clock between two readings, ms. */
export function driftMs(from: Reading, to: Reading): number {
	return to.database - from.database - (to.at - from.at);
}
