export interface Window {
	limit: number;
	windowMs: number;
}

/** Discord's limits; null switches one off. */
export interface DiscordLimits {
	/** Per webhook, told by headers. */
	webhook: Window | null;
	/** Per channel: no header shows it (reported by Discord's staff in the documentation's issues). */
	channel: Window | null;
	/** Over all requests of one address. */
	global: Window | null;
	/** Answers of 401, 403 and 429 (not shared), after which Cloudflare answers for Discord. */
	invalid: Window | null;
}

export const REAL_LIMITS: DiscordLimits = {
	webhook: { limit: 5, windowMs: 2000 },
	channel: { limit: 30, windowMs: 60_000 },
	global: { limit: 50, windowMs: 1000 },
	invalid: { limit: 10_000, windowMs: 600_000 },
};

/** One fixed window that starts with the first request in it. */
export class Bucket {
	#used = 0;
	#endsAt = 0;

	/** Counts a request. @returns whether it is within the limit, what remains, and when the window ends (epoch ms) */
	take({ limit, windowMs }: Window, now: number): { ok: boolean; remaining: number; endsAt: number } {
		if (now >= this.#endsAt) {
			this.#used = 0;
			this.#endsAt = now + windowMs;
		}
		const ok = this.#used < limit;
		if (ok) this.#used++;
		return { ok, remaining: limit - this.#used, endsAt: this.#endsAt };
	}

	/** Whether the limit was used up before, without counting. */
	isFull({ limit }: Window, now: number): boolean {
		return now < this.#endsAt && this.#used >= limit;
	}
}
