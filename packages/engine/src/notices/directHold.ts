import type { Database } from '@dropwire/db';
import { backoff } from '@dropwire/domain';
import type { BotAnswer } from '../discord/botApi.ts';
import { endPauses, isTooFast, pauseOpenings } from './directMessages.ts';

/** Pauses of direct messages: shorter than notices are news, since one message finds out whether Discord takes them again. */
const holdMs = backoff({ firstMs: 60_000, maxMs: 600_000 });
/** When a message is tried again that was due while another one tried whether Discord takes them, ms. */
const TRIAL_MS = 1000;

/**
 * Holds all direct messages of this process back while Discord lets the application write none, longer each time in a row: its
 * answers count towards the ban of the address. At the end, one message at a time tries it, until Discord accepts one.
 */
export class DirectHold {
	readonly #db: Database;
	readonly #pause: (holds: number) => number;
	/** By the monotonic clock. */
	#until = 0;
	#holds = 0;
	#isTrying = false;

	/** @param pause how long they are held back, by how often in a row, ms */
	constructor(db: Database, pause: (holds: number) => number = holdMs) {
		this.#db = db;
		this.#pause = pause;
	}

	/** How long no direct message is written, ms; 0 if one can be now. */
	get waitMs(): number {
		return this.#isTrying ? TRIAL_MS : Math.max(0, this.#until - performance.now());
	}

	/**
	 * Makes a call that writes a direct message, or none while they are held back.
	 * @param isNew whether it is a new message: an edit that Discord accepts proves nothing about those
	 */
	async write(call: () => Promise<BotAnswer>, isNew: boolean): Promise<BotAnswer> {
		const heldMs = this.waitMs;
		if (heldMs > 0) return { kind: 'limited', reason: 'Discord lets the application write none', waitMs: heldMs };
		const isTrial = this.#holds > 0;
		this.#isTrying = isTrial;
		const answer = await call().finally(() => {
			if (isTrial) this.#isTrying = false;
		});
		if (answer.kind === 'rejected' && isTooFast(answer)) {
			const { reason } = answer;
			await this.#begin(reason);
			return { kind: 'limited', reason, waitMs: this.waitMs };
		}
		if (isTrial && isNew && answer.kind === 'done') {
			this.#holds = 0;
			await endPauses(this.#db.knex);
		}
		return answer;
	}

	async #begin(reason: string): Promise<void> {
		// An answer to a call that was on its way when the pause began.
		if (this.waitMs > 0) return;
		this.#until = performance.now() + this.#pause(++this.#holds);
		await this.#db.transaction((trx) => pauseOpenings(trx, `known people get no messages, too. ${reason}`));
	}
}
