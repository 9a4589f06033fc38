import type { Database } from '@dropwire/db';
import { every, type Job } from '@dropwire/domain/jobs';
import { AlertSender, type AlertSenderOptions } from './alertSender.ts';
import { type Problem, readProblems } from './problems.ts';

const EVERY_MS = 10_000;
/** How long the database must be away before operators are alerted, ms. */
const AWAY_MS = 30_000;

export interface AlertOptions extends AlertSenderOptions {
	db: Database;
	/** Whether this process is the one that alerts. */
	isMine: () => boolean;
	everyMs?: number;
	awayMs?: number;
}

/**
 * Alerts operators in Discord when a problem begins and when it ends: one message for all that began or ended since the
 * last check. Each alert is stored, so it is sent once however many processes run and restart; a process that is killed
 * between Discord's answer and storing it repeats one message.
 */
export class Alerts {
	readonly #options: AlertOptions;
	readonly #sender: AlertSender;
	/** When the database stopped answering, and whether an alert was sent. Kept in memory: there is no database then. */
	#away: { since: number; sent: boolean } | null = null;
	#job: Job | undefined;

	constructor(options: AlertOptions) {
		this.#options = options;
		this.#sender = new AlertSender(options);
	}

	start(): void {
		const { everyMs = EVERY_MS, isMine, log } = this.#options;
		this.#job = every(everyMs, () => this.#check(), {
			only: isMine,
			onError: (error) => log.error({ err: error }, 'checking for alerts failed'),
		});
	}

	async stop(): Promise<void> {
		await this.#job?.stop();
		await this.#sender.close();
	}

	async #check(): Promise<void> {
		const { knex } = this.#options.db;
		let problems: Problem[];
		let known: Problem[];
		try {
			[problems, known] = await Promise.all([readProblems(knex, Date.now()), knex('alerts').select('key', 'text')]);
		} catch (error) {
			await this.#databaseIsAway();
			throw error;
		}
		if (this.#away) {
			// What it shows is as old as the outage: other engines have not reported yet.
			await this.#databaseIsBack();
			return;
		}
		const began = problems.filter(({ key }) => !known.some((one) => one.key === key));
		const ended = known.filter(({ key }) => !problems.some((one) => one.key === key));
		if (began.length + ended.length === 0 || !(await this.#sender.send(began, ended))) return;
		const beganAt = Date.now();
		await this.#options.db.transaction(async (trx) => {
			if (began.length > 0) await trx('alerts').insert(began.map((problem) => ({ ...problem, beganAt })));
			const keys = ended.map(({ key }) => key);
			await trx('alerts').whereIn('key', keys).delete();
		});
	}

	async #databaseIsAway(): Promise<void> {
		this.#away ??= { since: Date.now(), sent: false };
		const { since, sent } = this.#away;
		if (sent || Date.now() - since < (this.#options.awayMs ?? AWAY_MS)) return;
		this.#away.sent = await this.#sender.send([databaseProblem(since)], []);
	}

	async #databaseIsBack(): Promise<void> {
		const away = this.#away;
		if (away?.sent && !(await this.#sender.send([], [databaseProblem(away.since)]))) return;
		this.#away = null;
	}
}

function databaseProblem(since: number): Problem {
	return { key: 'database', text: `The database does not answer since <t:${Math.floor(since / 1000)}:f>` };
}
