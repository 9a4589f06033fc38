import { type Database, SocialPost } from '@dropwire/db';
import { MAX_REASON_LENGTH } from '@dropwire/domain';
import { every, type Job } from '@dropwire/domain/jobs';
import type { Logger } from 'pino';
import { ApiPartialResponseError, ApiRequestError, ApiResponseError, TwitterApi } from 'twitter-api-v2';
import { boundedAgent } from '@dropwire/retailers';
import { FRESH_FOR } from '../message/body.ts';
import { retryPause } from '../process/retryPause.ts';

/** The keys of an app and of the account that it posts for (OAuth 1.0a user context). */
export interface XKeys {
	/** `https://api.x.com`, or the sandbox's URL. */
	apiUrl: string;
	appKey: string;
	appSecret: string;
	accessToken: string;
	accessSecret: string;
}

export interface PosterOptions {
	db: Database;
	log: Logger;
	/** Null if X is not connected. */
	keys: XKeys | null;
	/** Returns the pause after this many consecutive failures, ms. */
	pause?: (failures: number) => number;
	/** The maximum time without data from X, ms. */
	patienceMs?: number;
}

const POLL_MS = 1000;
/** Lifetime of the lease on a post that is being sent, ms. It is longer than the timeout for a response from X. */
const LEASE_MS = 30_000;
/** X's limits reset within fifteen minutes (its documentation, "Rate limits"). */
const LONGEST_PAUSE_MS = 16 * 60_000;
/** The maximum time without data from X, ms. Without it, a hung connection would block all later posts. */
const PATIENCE_MS = 10_000;
/** The maximum response size. X answers a post with a few hundred bytes. */
const LARGEST_ANSWER = 1024 * 1024;
const DUPLICATE = /duplicate content/i;

/** The changes to a post after one attempt. */
type Attempt = Partial<Pick<SocialPost, 'status' | 'reason' | 'postId' | 'postedAt' | 'nextAt'>>;

/**
 * Sends queued posts to X, one after the other. Each post is published once, even after a crash: a post whose response
 * was lost is sent again, and X rejects the second one as a duplicate, which counts as posted. A duplicate at the first
 * attempt is another post's.
 */
export class Poster {
	readonly #options: PosterOptions;
	readonly #x: TwitterApi | null;
	#job: Job | undefined;
	/** X limits the whole app until this time (monotonic clock). */
	#pausedUntil = 0;

	constructor(options: PosterOptions) {
		this.#options = options;
		const { keys, patienceMs = PATIENCE_MS } = options;
		this.#x = keys && clientOf(keys, patienceMs);
	}

	start(): void {
		this.#job = every(POLL_MS, (signal) => this.#sendAll(signal), {
			firstMs: 0,
			onError: (error) => this.#options.log.error({ err: error }, 'posting to X failed'),
		});
	}

	/** Searches for queued posts at once. */
	wake(): void {
		void this.#job?.now();
	}

	async stop(): Promise<void> {
		await this.#job?.stop();
	}

	async #sendAll(signal: AbortSignal): Promise<void> {
		if (!this.#x) return this.#keepAll();
		while (!signal.aborted && performance.now() >= this.#pausedUntil) {
			const post = await this.#take();
			if (!post) return;
			const attempt = await this.#send(this.#x, post);
			await SocialPost.query(this.#options.db.knex)
				.findById(post.id)
				.patch({ ...attempt, leaseUntil: 0 });
			const { status, reason } = attempt;
			this.#options.log.info({ post: post.id, event: post.eventId, status, reason }, 'social post');
		}
	}

	/**
	 * While X is not connected, queued posts are kept for people to read, and are not sent later when they are out of
	 * date.
	 */
	async #keepAll(): Promise<void> {
		await SocialPost.query(this.#options.db.knex)
			.where({ status: 'pending' })
			.patch({ status: 'kept', reason: 'X is not connected' });
	}

	async #take(): Promise<SocialPost | undefined> {
		const { knex } = this.#options.db;
		const now = Date.now();
		const due = await SocialPost.query(knex)
			.where({ status: 'pending' })
			// A time further ahead than any wait dates from before the clock was set back.
			.where((due) => void due.where('nextAt', '<=', now).orWhere('nextAt', '>', now + LONGEST_PAUSE_MS))
			.where((free) => void free.where('leaseUntil', '<=', now).orWhere('leaseUntil', '>', now + 2 * LEASE_MS))
			.orderBy('id')
			.first();
		if (!due) return undefined;
		const taken = await SocialPost.query(knex)
			.findById(due.id)
			.where({ status: 'pending', leaseUntil: due.leaseUntil })
			.patch({ leaseUntil: now + LEASE_MS, attempts: due.attempts + 1 });
		if (taken === 0) return this.#take();
		due.attempts += 1;
		return due;
	}

	async #send(x: TwitterApi, post: SocialPost): Promise<Attempt> {
		if (Date.now() - post.createdAt > FRESH_FOR.EVENT) {
			return { status: 'expired', reason: cutReason(`Too old to post. ${post.reason ?? ''}`) };
		}
		try {
			const url = `${(this.#options.keys as XKeys).apiUrl}/2/tweets`;
			const timeout = this.#options.patienceMs ?? PATIENCE_MS;
			const { data } = await x.post<{ data: { id: string } }>(
				url,
				{ text: post.text },
				{ forceBodyMode: 'json', timeout },
			);
			return { status: 'posted', postId: data.id, postedAt: Date.now(), reason: null };
		} catch (error) {
			return this.#failed(error, post);
		}
	}

	#failed(error: unknown, post: SocialPost): Attempt {
		const again = (reason: string, waitMs: number): Attempt => ({
			reason: cutReason(reason),
			nextAt: Math.ceil(Date.now() + waitMs),
		});
		const pause = (this.#options.pause ?? retryPause)(post.attempts);
		if (error instanceof ApiResponseError) {
			const said = error.data?.detail ?? error.message;
			if (error.code === 403 && DUPLICATE.test(said)) {
				return post.attempts > 1
					? { status: 'posted', postedAt: Date.now(), reason: null }
					: { status: 'failed', reason: 'X has this text already' };
			}
			if (error.code === 429) {
				// Unix time in seconds (X's documentation, "Rate limits"); X does not send Retry-After.
				const untilReset = (error.rateLimit?.reset ?? 0) * 1000 - Date.now();
				const waitMs = Math.min(LONGEST_PAUSE_MS, Math.max(pause, untilReset));
				this.#pausedUntil = performance.now() + waitMs;
				return again('X limits how often we post', waitMs);
			}
			if (error.code >= 500) return again(`X answered ${error.code}`, pause);
			return { status: 'failed', reason: cutReason(`X answered ${error.code}: ${said}`) };
		}
		if (error instanceof ApiPartialResponseError) return again('X did not answer as it should', pause);
		if (error instanceof ApiRequestError) return again('X cannot be reached', pause);
		throw error;
	}
}

function cutReason(reason: string): string {
	return reason.trim().slice(0, MAX_REASON_LENGTH);
}

function clientOf({ apiUrl, appKey, appSecret, accessToken, accessSecret }: XKeys, patienceMs: number): TwitterApi {
	// Without this agent, the library supports only HTTPS and reads responses of any size.
	const httpAgent = boundedAgent(apiUrl, { max: LARGEST_ANSWER, timeoutMs: 2 * patienceMs });
	return new TwitterApi({ appKey, appSecret, accessToken, accessSecret }, { httpAgent });
}
