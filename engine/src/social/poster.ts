import { Agent as HttpAgent } from 'node:http';
import { type Database, SocialPost } from '@dropwire/db';
import type { Logger } from 'pino';
import { ApiRequestError, ApiResponseError, TwitterApi } from 'twitter-api-v2';
import { FRESH_FOR } from '../delivery/outbox.ts';
import { retryPause } from '../delivery/retryPause.ts';

/** The keys of an app and of the account that it posts for (OAuth 1.0a user context). */
export interface XKeys {
	/** `https://api.x.com`, or the sandbox's. */
	apiUrl: string;
	appKey: string;
	appSecret: string;
	accessToken: string;
	accessSecret: string;
}

export interface PosterOptions {
	db: Database;
	log: Logger;
	/** Null while X is not connected. */
	keys: XKeys | null;
	/** The pause after so many failures in a row, ms. */
	pause?: (failures: number) => number;
	/** For how long X may be silent, ms. */
	patienceMs?: number;
}

const POLL_MS = 1000;
/** For how long a post that is under way is one process's, ms: longer than X may take to answer. */
const LEASE_MS = 30_000;
/** For how long X may be silent, ms: else a hung connection would keep all later posts waiting. */
const PATIENCE_MS = 10_000;
const REASON_LENGTH = 255;
const DUPLICATE = /duplicate content/i;

/** What became of one attempt. */
type Attempt = Partial<Pick<SocialPost, 'status' | 'reason' | 'postId' | 'postedAt' | 'nextAt'>>;

/**
 * Sends what waits to X, one after the other. Each is sent once whatever dies: a post whose answer was lost is tried
 * again, and X itself refuses the second one as a duplicate, which counts as posted.
 */
export class Poster {
	readonly #options: PosterOptions;
	readonly #x: TwitterApi | null;
	#timer: NodeJS.Timeout | undefined;
	#under: Promise<void> | undefined;
	/** X limits the whole app until then. */
	#pausedUntil = 0;
	#stopped = false;

	constructor(options: PosterOptions) {
		this.#options = options;
		const { keys } = options;
		this.#x = keys && clientOf(keys);
	}

	start(): void {
		this.#timer = setInterval(() => this.wake(), POLL_MS);
		this.wake();
	}

	/** Something may wait: look now. */
	wake(): void {
		this.#under ??= this.#sendAll().finally(() => {
			this.#under = undefined;
		});
	}

	async stop(): Promise<void> {
		this.#stopped = true;
		clearInterval(this.#timer);
		await this.#under;
	}

	async #sendAll(): Promise<void> {
		try {
			if (!this.#x) return await this.#keepAll();
			while (!this.#stopped && Date.now() >= this.#pausedUntil) {
				const post = await this.#take();
				if (!post) return;
				const attempt = await this.#send(this.#x, post);
				await SocialPost.query(this.#options.db.knex)
					.findById(post.id)
					.patch({ ...attempt, leaseUntil: 0 });
				const { status, reason } = attempt;
				this.#options.log.info({ post: post.id, event: post.eventId, status, reason }, 'social post');
			}
		} catch (error) {
			this.#options.log.error({ err: error }, 'posting to X failed');
		}
	}

	/** Not connected: what waits is kept, to be looked at, and not sent later when it is news no more. */
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
			.where('nextAt', '<=', now)
			.where('leaseUntil', '<=', now)
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
			if (error.code === 403 && DUPLICATE.test(said)) return { status: 'posted', postedAt: Date.now(), reason: null };
			if (error.code === 429) {
				// Seconds of the epoch (X's documentation, "Rate limits"); there is no Retry-After.
				const until = (error.rateLimit?.reset ?? 0) * 1000;
				this.#pausedUntil = Math.max(Date.now() + pause, until);
				return again('X limits how often we post', this.#pausedUntil - Date.now());
			}
			if (error.code >= 500) return again(`X answered ${error.code}`, pause);
			return { status: 'failed', reason: cutReason(`X answered ${error.code}: ${said}`) };
		}
		if (error instanceof ApiRequestError) return again('X cannot be reached', pause);
		throw error;
	}
}

function cutReason(reason: string): string {
	return reason.trim().slice(0, REASON_LENGTH);
}

function clientOf({ apiUrl, appKey, appSecret, accessToken, accessSecret }: XKeys): TwitterApi {
	// The library speaks https alone unless the agent says otherwise.
	const plain = apiUrl.startsWith('http:') && { httpAgent: new HttpAgent() };
	return new TwitterApi({ appKey, appSecret, accessToken, accessSecret }, { ...plain });
}
