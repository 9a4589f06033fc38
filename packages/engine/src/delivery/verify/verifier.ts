import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@dropwire/db';
import { backoff } from '@dropwire/domain';
import { every, type Job } from '@dropwire/domain/jobs';
import type { Logger } from 'pino';
import { OPERATORS } from '../../discord/budget.ts';
import { createWebhookReader, type WebhookReader } from '../../discord/readWebhook.ts';
import type { TurnAnswer } from '../sharedLimits.ts';
import { type Due, dueWebhooks } from './due.ts';
import { storeFacts, storeRejection, storeUnclear } from './outcome.ts';
import { Rejections } from './rejections.ts';

/** How often to search for saved webhooks, ms. */
const POLL_MS = 1000;
/** Webhooks verified between two searches. A newly saved webhook waits for at most this many. */
const BATCH = 10;
/**
 * Responses counting towards Discord's ban (10,000 in ten minutes) that one server can cause, and that the operators
 * can.
 */
const MAX_REJECTIONS = 50;
const MAX_REJECTIONS_OF_OPERATORS = 500;
/**
 * After an unclear response: the first pause, which doubles with each further one, the maximum for one webhook, and the
 * maximum for all, ms.
 */
const FIRST_MS = 1000;
const pauseOfOne = backoff({ firstMs: FIRST_MS, maxMs: 3_600_000 });
const pauseOfAll = backoff({ firstMs: FIRST_MS, maxMs: 60_000 });

export interface VerifierOptions {
	db: Database;
	log: Logger;
	discordUrl: string;
	/** The local address to send from; null if the operating system chooses it. */
	localAddress?: string | null;
	/** The maximum number of webhooks verified per second; 0 disables verification. */
	perSecond: number;
	/**
	 * Whether this process verifies webhooks. Only one process does, except briefly until all processes know of a new
	 * one.
	 */
	isMine: () => boolean;
	/** How long a webhook waits after this many unclear responses, ms; by default longer each time, up to an hour. */
	pause?: (tries: number) => number;
	/** Waits until this process can send Discord a request; call the returned function when the response arrives. */
	turn(signal: AbortSignal): Promise<(answer: TurnAnswer) => void>;
}

/**
 * Verifies saved webhooks with Discord in the background. Stores each webhook's channel and name, and disables webhooks
 * that Discord rejects before anything is sent to them. The database lists the webhooks to verify (`verifiedAt` is
 * null), so none is lost when a process ends. A webhook gets messages before it is verified: sending verifies it, too,
 * and a drop does not wait for a check.
 */
export class Verifier {
	readonly #options: VerifierOptions;
	readonly #reader: WebhookReader;
	readonly #rejections = new Rejections((owner) =>
		owner === OPERATORS ? MAX_REJECTIONS_OF_OPERATORS : MAX_REJECTIONS,
	);
	/** Webhooks with unclear responses: the number of attempts, and when to try again. */
	readonly #unclear = new Map<number, { tries: number; againAt: number }>();
	/** Consecutive unclear responses. More than one suggests a problem with Discord, not with the webhooks. */
	#inARow = 0;
	/** When to verify the next webhook. All these times use this process's monotonic clock. */
	#nextAt = 0;
	#job: Job | undefined;

	constructor(options: VerifierOptions) {
		this.#options = options;
		this.#reader = createWebhookReader(options.discordUrl, { localAddress: options.localAddress ?? null });
	}

	start(): void {
		const { perSecond, isMine, log } = this.#options;
		if (perSecond === 0) return;
		this.#job = every(POLL_MS, (signal) => this.#verifyDue(signal), {
			firstMs: 0,
			only: isMine,
			onError: (error) => log.error({ err: error }, 'verifying webhooks failed'),
		});
	}

	async stop(): Promise<void> {
		const stopped = this.#job?.stop();
		await this.#reader.close();
		await stopped;
	}

	async #verifyDue(signal: AbortSignal): Promise<void> {
		let due: Due[];
		do {
			due = await this.#due();
			for (const webhook of due) await this.#verify(webhook, signal);
		} while (due.length === BATCH && !signal.aborted && this.#options.isMine());
	}

	#due(): Promise<Due[]> {
		const { db, discordUrl } = this.#options;
		const now = performance.now();
		const webhooks = [...this.#unclear].flatMap(([id, { againAt }]) => (againAt > now ? [id] : []));
		return dueWebhooks(db, discordUrl, BATCH, { owners: this.#rejections.waiting(), webhooks });
	}

	async #verify({ id, discordId, owner, token }: Due, signal: AbortSignal): Promise<void> {
		if (this.#rejections.waitMs(owner) > 0) return;
		if (token === null) return storeUnclear(this.#options.db, id);
		await this.#pace(signal);
		const answered = await this.#options.turn(signal);
		const { reading, invalid, global } = await this.#reader.read({ id: discordId, token });
		const isBlock = global && reading.kind === 'unclear';
		const unclear = reading.kind === 'unclear';
		answered({ invalid, unclear, pauseMs: isBlock ? reading.waitMs : 0, reason: isBlock ? reading.reason : '' });
		if (signal.aborted) return;
		if (invalid) this.#rejections.add(owner);
		this.#options.log.info({ webhook: discordId, owner, ...reading }, 'webhook verified');
		if (reading.kind === 'unclear') return this.#deferral(id, reading.waitMs);
		this.#inARow = 0;
		this.#unclear.delete(id);
		if (reading.kind === 'found') await storeFacts(this.#options.db, id, reading.facts);
		else await storeRejection(this.#options.db, id, reading.reason);
	}

	/** Delays this webhook, so that others go first. While all responses are unclear, delays all webhooks. */
	#deferral(id: number, toldMs: number): void {
		const now = performance.now();
		const { pause = pauseOfOne } = this.#options;
		const tries = (this.#unclear.get(id)?.tries ?? 0) + 1;
		this.#unclear.set(id, { tries, againAt: now + Math.max(toldMs, pause(tries)) });
		this.#inARow++;
		const standstill = pauseOfAll(this.#inARow - 1);
		this.#nextAt = Math.max(this.#nextAt, now + Math.max(toldMs, standstill));
	}

	/** Spaces requests evenly, so that other requests to Discord fit in between. */
	async #pace(signal: AbortSignal): Promise<void> {
		const now = performance.now();
		const at = Math.max(now, this.#nextAt);
		this.#nextAt = at + 1000 / this.#options.perSecond;
		if (at > now) await sleep(at - now, undefined, { signal });
	}
}
