import type { Database } from '@dropwire/db';
import { every, type Job } from '@dropwire/domain/jobs';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { NewMessages } from './newMessages.ts';
import { openRedis } from './redis.ts';
import { channelOf, openWakeSender, type WakeSender, WORK, type Work } from './wakeSender.ts';

/** How often to search for messages of other processes while Redis does not report them, ms. */
const POLL_MS = 50;

export interface WakeUpsOptions {
	db: Database;
	log: Logger;
	/** Null without Redis. */
	redisUrl: string | null;
	/** This process's name. */
	worker: string;
	/** Called when another process has queued deliveries or changed the watch lists. */
	on: Record<Work, () => void>;
}

/**
 * Wakes this engine when another process has work for it. Redis reports it where it is set and answers; otherwise a
 * poll finds new messages (the watch lists are read every two seconds anyway). The embedded database has no other
 * process and needs neither.
 */
export class WakeUps {
	readonly #options: WakeUpsOptions;
	readonly #messages: NewMessages;
	#sender: WakeSender | undefined;
	#subscriber: Redis | undefined;
	/** Whether Redis reports work. */
	#reported = false;
	#poll: Job | undefined;
	#stopped = false;

	constructor(options: WakeUpsOptions) {
		this.#options = options;
		this.#messages = new NewMessages(options.db);
	}

	start(): void {
		const { db, redisUrl, log, worker, on } = this.#options;
		// The dispatcher's own search logs that the database does not answer.
		if (db.dialect === 'mysql') this.#poll = every(POLL_MS, () => this.#findMessages(), { onError: () => {} });
		if (redisUrl === null) return;
		this.#sender = openWakeSender(redisUrl, log, worker);
		const without = 'the engine polls the database for new deliveries';
		this.#subscriber = openRedis(redisUrl, log, without, { autoResubscribe: false }).redis;
		this.#subscriber.on('ready', () => void this.#subscribe());
		this.#subscriber.on('close', () => {
			this.#reported = false;
		});
		this.#subscriber.on('message', (channel: string, sender: string) => {
			const work = WORK.find((one) => channelOf(one) === channel);
			if (work && sender !== worker) on[work]();
		});
	}

	async stop(): Promise<void> {
		this.#stopped = true;
		this.#sender?.close();
		this.#subscriber?.disconnect();
		await this.#poll?.stop();
	}

	/** Wakes the engines of the other processes. Without Redis, their polls find the work. */
	wakeOthers(work: Work): void {
		this.#sender?.send(work);
	}

	async #subscribe(): Promise<void> {
		try {
			await this.#subscriber?.subscribe(...WORK.map(channelOf));
			this.#reported = true;
			// Some may have been missed while there was no subscription.
			for (const work of WORK) this.#options.on[work]();
		} catch (error) {
			// The poll goes on, and the next connection subscribes again.
			if (!this.#stopped) this.#options.log.warn({ err: error }, 'subscribing at Redis failed');
		}
	}

	async #findMessages(): Promise<void> {
		if (!this.#reported && (await this.#messages.check())) this.#options.on.deliveries();
	}
}
