import type { Database } from '@dropwire/db';
import type { WebhookAddress } from '@dropwire/domain';
import { every, type Job } from '@dropwire/domain/jobs';
import type { Logger } from 'pino';
import { createSender, type Sender } from '../discord/sender.ts';
import { composeAlert } from './composeAlert.ts';
import { type Problem, readProblems } from './problems.ts';

const EVERY_MS = 10_000;
/** How long the database must be away before operators are alerted, ms. */
const AWAY_MS = 30_000;
const TIMEOUT_MS = 15_000;

export interface AlertOptions {
	db: Database;
	log: Logger;
	discordUrl: string;
	/** The local address to send from; null for the system's choice. */
	localAddress: string | null;
	/** Where the alerts go: a Discord webhook. */
	webhook: WebhookAddress;
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
	readonly #sender: Sender;
	/** When the database stopped answering, and whether an alert was sent. Kept in memory: there is no database then. */
	#away: { since: number; sent: boolean } | null = null;
	#job: Job | undefined;

	constructor(options: AlertOptions) {
		this.#options = options;
		this.#sender = createSender({ ...options, connections: 1, timeoutMs: TIMEOUT_MS });
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
		if (began.length + ended.length === 0 || !(await this.#send(began, ended))) return;
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
		this.#away.sent = await this.#send([databaseProblem(since)], []);
	}

	async #databaseIsBack(): Promise<void> {
		const away = this.#away;
		if (away?.sent && !(await this.#send([], [databaseProblem(away.since)]))) return;
		this.#away = null;
	}

	/** @returns false if it must be sent again later */
	async #send(began: readonly Problem[], ended: readonly Problem[]): Promise<boolean> {
		const { log, webhook } = this.#options;
		const body = JSON.stringify(composeAlert(began, ended, Date.now()));
		const { outcome } = await this.#sender.send(
			{ discordId: webhook.id, token: webhook.token },
			{ body: Buffer.from(body), target: null, threadId: webhook.threadId ?? null, inPost: false },
		);
		if (outcome.kind === 'sent') return true;
		const later = outcome.kind === 'retry' || outcome.kind === 'limited';
		const reason = 'reason' in outcome ? outcome.reason : 'Discord limits its rate';
		// A webhook that Discord rejects is not asked again for the same problem: that would count towards its ban.
		log.error({ reason, began, ended }, later ? 'an alert is delayed' : 'ALERT_WEBHOOK_URL does not work');
		return !later;
	}
}

function databaseProblem(since: number): Problem {
	return { key: 'database', text: `The database does not answer since <t:${Math.floor(since / 1000)}:f>` };
}
