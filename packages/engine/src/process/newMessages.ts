import type { Database } from '@dropwire/db';

/** How long a transaction can take to commit, so that its message appears below newer ones, ms. */
const SETTLED_MS = 10_000;

/**
 * Finds out whether messages were queued, by any process. Reads only the end of the primary key: the messages above an
 * ID below which no transaction is open any more. The highest ID alone would not do: a message can be committed after
 * one with a higher ID.
 */
export class NewMessages {
	readonly #db: Database;
	/** Undefined until the first check. */
	#settledId: number | undefined;
	/** Settled as soon as it is old enough. */
	#settling = { id: 0, since: 0 };
	#seen = { id: 0, count: 0 };

	constructor(db: Database) {
		this.#db = db;
	}

	/** Whether there are messages that the previous check did not find. The first check only marks the end. */
	async check(): Promise<boolean> {
		const { knex } = this.#db;
		const now = performance.now();
		if (this.#settledId === undefined) {
			const [last] = await knex('messages').max({ id: 'id' });
			this.#settledId = Number(last?.['id'] ?? 0);
			this.#seen = { id: this.#settledId, count: 0 };
			this.#settling = { id: this.#settledId, since: now };
			return false;
		}
		const [row] = await knex('messages').where('id', '>', this.#settledId).max({ id: 'id' }).count({ count: '*' });
		const found = { id: Number(row?.['id'] ?? this.#settledId), count: Number(row?.['count']) };
		const isNew = found.id > this.#seen.id || found.count > this.#seen.count;
		this.#seen = found;
		if (now - this.#settling.since > SETTLED_MS) this.#settle(now);
		return isNew;
	}

	#settle(now: number): void {
		const { id } = this.#settling;
		this.#settling = { id: this.#seen.id, since: now };
		// The next check counts from here, and finds the messages above as if they were new: one search too many.
		if (id !== this.#settledId) this.#seen = { id, count: 0 };
		this.#settledId = id;
	}
}
