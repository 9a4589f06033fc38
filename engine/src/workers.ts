import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { type Database, Worker } from '@dropwire/db';
import type { Logger } from 'pino';

const BEAT_MS = 2000;
/** Silent for longer than this is dead. */
export const DEAD_AFTER_MS = 10_000;
const FORGET_AFTER_MS = 24 * 3_600_000;

/** This process among the engine's processes, by heartbeats in the database. */
export class Workers {
	readonly id = `${hostname().slice(0, 40)}-${process.pid}-${randomBytes(4).toString('hex')}`;
	readonly #db: Database;
	readonly #log: Logger;
	readonly #onChange: (count: number) => void;
	#live: string[] = [this.id];
	#timer: NodeJS.Timeout | undefined;

	constructor(db: Database, log: Logger, onChange: (count: number) => void) {
		this.#db = db;
		this.#log = log;
		this.#onChange = onChange;
	}

	async start(): Promise<void> {
		const now = Date.now();
		await Worker.query(this.#db.knex)
			.where('heartbeatAt', '<', now - FORGET_AFTER_MS)
			.delete();
		await Worker.query(this.#db.knex).insert({
			id: this.id,
			host: hostname(),
			pid: process.pid,
			startedAt: now,
			heartbeatAt: now,
		});
		await this.#readLive();
		this.#timer = setInterval(() => void this.#beat(), BEAT_MS);
	}

	/** The names of all that are alive, this one included. */
	live(): readonly string[] {
		return this.#live;
	}

	async stop(): Promise<void> {
		clearInterval(this.#timer);
		await Worker.query(this.#db.knex).deleteById(this.id);
	}

	async #beat(): Promise<void> {
		try {
			await Worker.query(this.#db.knex).findById(this.id).patch({ heartbeatAt: Date.now() });
			await this.#readLive();
		} catch (error) {
			this.#log.error({ err: error }, 'the heartbeat failed');
		}
	}

	async #readLive(): Promise<void> {
		// The embedded database has one writing process: whoever else stands there has died.
		const rows =
			this.#db.dialect === 'sqlite'
				? []
				: await Worker.query(this.#db.knex)
						.where('heartbeatAt', '>', Date.now() - DEAD_AFTER_MS)
						.select('id');
		const live = [...new Set([this.id, ...rows.map((row) => row.id)])].sort();
		const changed = live.length !== this.#live.length;
		this.#live = live;
		if (changed) this.#onChange(live.length);
	}
}
