import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { type Database, databaseClock, type Knex, Worker } from '@dropwire/db';
import { every, type Job } from '@dropwire/domain/jobs';
import type { Logger } from 'pino';

const BEAT_MS = 2000;
/** A process without a heartbeat for longer than this counts as dead, ms. */
export const DEAD_AFTER_MS = 10_000;

/**
 * The earliest and the latest heartbeat of a live process, by the database's clock, because the clocks of machines can
 * differ. A later one dates from before that clock was set back.
 */
export function aliveBetween(db: Pick<Database, 'knex'>): [Knex.Raw, Knex.Raw] {
	return [ago(db, DEAD_AFTER_MS), ago(db, -DEAD_AFTER_MS)];
}

function ago(db: Pick<Database, 'knex'>, ms: number): Knex.Raw {
	return db.knex.raw('? - ?', [databaseClock(db), ms]);
}

/** A start deletes processes without a heartbeat for longer than this, and their journals, ms. */
export const FORGET_AFTER_MS = 24 * 3_600_000;

/** Registers this process among the engine processes, through heartbeats in the database. */
export class Workers {
	readonly id = `${hostname().slice(0, 40)}-${process.pid}-${randomBytes(4).toString('hex')}`;
	readonly #db: Database;
	readonly #log: Logger;
	readonly #egress: string;
	readonly #onChange: (sharing: number) => void;
	readonly #onBeat: () => void;
	#live: string[] = [this.id];
	#sharing = 1;
	#leaving = false;
	#job: Job | undefined;

	/**
	 * @param egress the name of the address from which this process sends
	 * @param onChange called when another number of processes shares that address
	 * @param onBeat called after each heartbeat that the database has stored
	 */
	constructor(db: Database, log: Logger, egress: string, onChange: (sharing: number) => void, onBeat: () => void) {
		this.#db = db;
		this.#log = log;
		this.#egress = egress;
		this.#onChange = onChange;
		this.#onBeat = onBeat;
	}

	async start(): Promise<void> {
		const { knex } = this.#db;
		await knex('workers').where('heartbeatAt', '<', ago(this.#db, FORGET_AFTER_MS)).delete();
		const now = databaseClock(this.#db);
		await knex('workers').insert({
			id: this.id,
			host: hostname(),
			pid: process.pid,
			egress: this.#egress,
			startedAt: now,
			heartbeatAt: now,
		});
		await this.#readLive();
		this.#job = every(BEAT_MS, () => this.#beat(), {
			onError: (error) => this.#log.error({ err: error }, 'the heartbeat failed'),
		});
	}

	/** The names of all live processes, including this one. */
	live(): readonly string[] {
		return this.#live;
	}

	/** The number of live processes that send from this process's address, including this one. */
	get sharing(): number {
		return this.#sharing;
	}

	/**
	 * Makes the other processes divide the work without this one, which ends what it has begun. Its row stays: others must not
	 * delete its journal yet. Never rejects.
	 */
	async leave(): Promise<void> {
		this.#leaving = true;
		await this.#job?.now();
	}

	async stop(): Promise<void> {
		await this.#job?.stop();
		try {
			await Worker.query(this.#db.knex).deleteById(this.id);
		} catch (error) {
			this.#log.error({ err: error }, 'signing off failed; the heartbeat runs out');
		}
	}

	async #beat(): Promise<void> {
		const heartbeatAt = this.#leaving ? ago(this.#db, 2 * DEAD_AFTER_MS) : databaseClock(this.#db);
		await this.#db.knex('workers').where({ id: this.id }).update({ heartbeatAt });
		await this.#readLive();
		this.#onBeat();
	}

	async #readLive(): Promise<void> {
		// Only one process writes to the embedded database: every other row belongs to a dead process.
		const rows =
			this.#db.dialect === 'sqlite'
				? []
				: await Worker.query(this.#db.knex).whereBetween('heartbeatAt', aliveBetween(this.#db)).select('id', 'egress');
		const others = rows.filter(({ id }) => id !== this.id);
		this.#live = [this.id, ...others.map(({ id }) => id)].sort();
		const sharing = 1 + others.filter(({ egress }) => egress === this.#egress).length;
		const changed = sharing !== this.#sharing;
		this.#sharing = sharing;
		if (changed) this.#onChange(sharing);
	}
}
