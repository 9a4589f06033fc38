/** Discord: this many requests a second from one address without a bot's authorization (its documentation, "Global Rate Limit"). */
export const DEFAULT_REQUESTS_PER_SECOND = 50;
const SECOND = 1000;

/** Discord bans an address after this many answers of 401, 403 and 429 within ten minutes ("Invalid Request Limit"). */
const BAN_LIMIT = 10_000;
const BAN_WINDOW = 10 * 60_000;
/** From this share of the ban limit on, sending slows; at the last it stops until the window eases. */
const SLOW_FROM = 0.5;
const STOP_AT = 0.9;
const SLOW_REQUESTS_PER_SECOND = 5;

/**
 * What one address may ask of Discord, whichever webhook it is for: so many requests a second, the pauses that Discord
 * tells, and a wide berth around the ban for invalid requests. `share` is this process's part of the address.
 */
export class Budget {
	readonly #perSecond: number;
	#share = 1;
	#window = { endsAt: 0, used: 0, answered: false };
	#pausedUntil = 0;
	/** Counts per second of the ban window, oldest first, and their sum. */
	readonly #invalid: { at: number; count: number }[] = [];
	#invalidSum = 0;

	constructor(perSecond: number) {
		this.#perSecond = perSecond;
	}

	/** Divides the address's limits by the number of processes that send from it. */
	shareWith(processes: number): void {
		this.#share = 1 / Math.max(1, processes);
	}

	/** When the next request may go, epoch ms; not after `now` means at once. */
	readyAt(now: number): number {
		const invalid = this.invalidCount(now);
		if (invalid >= BAN_LIMIT * STOP_AT * this.#share) return (this.#invalid[0]?.at ?? now) + BAN_WINDOW;
		if (now < this.#pausedUntil) return this.#pausedUntil;
		if (now >= this.#window.endsAt || this.#window.used < this.#limit(invalid)) return now;
		return this.#window.endsAt;
	}

	/**
	 * A request goes out; call what is returned when its answer came. Discord's window began no later than the first
	 * answer of ours, so ours is stretched to end no earlier than Discord's.
	 */
	take(now: number): (now: number, invalid: boolean) => void {
		if (now >= this.#window.endsAt) this.#window = { endsAt: now + SECOND, used: 0, answered: false };
		const window = this.#window;
		window.used++;
		return (answeredAt, invalid) => {
			if (!window.answered) {
				window.answered = true;
				window.endsAt = answeredAt + SECOND;
			}
			if (invalid) this.#countInvalid(answeredAt);
		};
	}

	/** Discord limits the whole address until then. */
	pause(until: number): void {
		this.#pausedUntil = Math.max(this.#pausedUntil, until);
	}

	/** Answers within the last ten minutes that count towards the ban. */
	invalidCount(now: number): number {
		while (this.#invalid[0] && this.#invalid[0].at <= now - BAN_WINDOW) {
			this.#invalidSum -= this.#invalid.shift()?.count ?? 0;
		}
		return this.#invalidSum;
	}

	#limit(invalid: number): number {
		const slowed = invalid >= BAN_LIMIT * SLOW_FROM * this.#share;
		const perSecond = slowed ? Math.min(SLOW_REQUESTS_PER_SECOND, this.#perSecond) : this.#perSecond;
		return Math.max(1, Math.floor(perSecond * this.#share));
	}

	#countInvalid(now: number): void {
		this.#invalidSum++;
		const last = this.#invalid.at(-1);
		if (last && now - last.at < SECOND) last.count++;
		else this.#invalid.push({ at: now, count: 1 });
	}
}
