import { type Database, isUniqueViolation } from '@dropwire/db';
import { every, type Job } from '@dropwire/domain/jobs';
import { isLive, readEngines } from '../process/silentEngines.ts';
import { AlertSender, type AlertSenderOptions } from './alertSender.ts';

const EVERY_MS = 10_000;
/** How long no engine may live before operators are alerted, ms: an upgrade takes less. */
const LASTING_MS = 60_000;
const KEY = 'no engine';

export interface NoEngineAlertOptions extends AlertSenderOptions {
	db: Database;
	everyMs?: number;
	lastingMs?: number;
}

/**
 * Alerts operators, from a server that is no engine, that no engine lives: engines alert to everything else, and say when this is
 * over. The alert is stored before it is sent, so several servers send one.
 */
export class NoEngineAlert {
	readonly #options: NoEngineAlertOptions;
	readonly #sender: AlertSender;
	/** Since when this server has seen none: by the monotonic clock, and epoch ms. */
	#since: { at: number; date: number } | null = null;
	#job: Job | undefined;

	constructor(options: NoEngineAlertOptions) {
		this.#options = options;
		this.#sender = new AlertSender(options);
	}

	start(): void {
		const { everyMs = EVERY_MS, log } = this.#options;
		this.#job = every(everyMs, () => this.#check(), {
			onError: (error) => log.error({ err: error }, 'checking whether an engine lives failed'),
		});
	}

	async stop(): Promise<void> {
		await this.#job?.stop();
		await this.#sender.close();
	}

	async #check(): Promise<void> {
		const { db, lastingMs = LASTING_MS } = this.#options;
		const engines = await readEngines(db.knex);
		if (engines.some(isLive)) {
			this.#since = null;
			return;
		}
		this.#since ??= { at: performance.now(), date: Date.now() };
		if (performance.now() - this.#since.at < lastingMs) return;
		const lastAt = engines.length > 0 ? Math.max(...engines.map((engine) => engine.lastAt)) : this.#since.date;
		const text = `No engine has answered since <t:${Math.floor(lastAt / 1000)}:f>: nothing is watched, and no message is sent`;
		const alert = { key: KEY, text };
		try {
			await db.knex('alerts').insert({ ...alert, beganAt: Date.now() });
		} catch (error) {
			if (isUniqueViolation(error)) return;
			throw error;
		}
		const isSent = await this.#sender.send([alert], []);
		if (!isSent) await db.knex('alerts').where({ key: KEY }).delete();
	}
}
