export interface Window {
	limit: number;
	windowMs: number;
}

/** Discord's rate limits; null disables a limit. */
export interface DiscordLimits {
	/** Per webhook, for messages, edits and reads each; response headers report it. */
	webhook: Window | null;
	/** Per route of the bot and its channel, guild or webhook. */
	bot: Window | null;
	/** Per guild, for creating scheduled events. */
	scheduledEvents: Window | null;
	/** Per channel; no header reports it (Discord's staff described it in the documentation's issues). */
	channel: Window | null;
	/** Sessions that the bot starts; above it, Discord resets its token. */
	identify: Window | null;
	/** Sessions of the shards of one key (`shard_id % max_concurrency`); above it, they are invalid. */
	concurrency: Window | null;
	/** Across all requests from one IP address. */
	global: Window | null;
	/**
	 * Responses with 401, 403 or 429 (except shared limits). Above this limit, Cloudflare responds instead of Discord.
	 */
	invalid: Window | null;
}

export const REAL_LIMITS: DiscordLimits = {
	webhook: { limit: 5, windowMs: 2000 },
	bot: { limit: 50, windowMs: 1000 },
	identify: { limit: 1000, windowMs: 86_400_000 },
	// Discord's is one in 5 s. Tests start bots more often, and set it where it matters.
	concurrency: null,
	// Discord has one, whose figures it does not state. Tests set it where it matters.
	scheduledEvents: null,
	channel: { limit: 30, windowMs: 60_000 },
	global: { limit: 50, windowMs: 1000 },
	invalid: { limit: 10_000, windowMs: 600_000 },
};

/** A fixed window that starts with its first request. */
export class Bucket {
	#used = 0;
	#endsAt = 0;

	/**
	 * Counts a request. @returns whether it is within the limit, the remaining requests, and the window's end (epoch
	 * ms)
	 */
	take({ limit, windowMs }: Window, now: number): { ok: boolean; remaining: number; endsAt: number } {
		if (now >= this.#endsAt) {
			this.#used = 0;
			this.#endsAt = now + windowMs;
		}
		const ok = this.#used < limit;
		if (ok) this.#used++;
		return { ok, remaining: limit - this.#used, endsAt: this.#endsAt };
	}

	/** What is left of the limit. Does not count a request. */
	left({ limit, windowMs }: Window, now: number): { remaining: number; endsAt: number } {
		const isOver = now >= this.#endsAt;
		return { remaining: limit - (isOver ? 0 : this.#used), endsAt: isOver ? now + windowMs : this.#endsAt };
	}

	/** Whether the limit is already used up. Does not count a request. */
	isFull({ limit }: Window, now: number): boolean {
		return now < this.#endsAt && this.#used >= limit;
	}
}

/** Returns the bucket with this name, creating it if necessary. */
export function bucketOf(buckets: Map<string, Bucket>, key: string): Bucket {
	let bucket = buckets.get(key);
	if (!bucket) buckets.set(key, (bucket = new Bucket()));
	return bucket;
}
