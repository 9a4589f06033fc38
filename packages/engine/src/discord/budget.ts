import { InvalidAnswers } from './invalidAnswers.ts';

/**
 * Discord's limit on requests per second from one IP address without a bot's authorization (its documentation, "Global
 * Rate Limit").
 */
export const DEFAULT_REQUESTS_PER_SECOND = 50;
const SECOND = 1000;

/**
 * Discord bans an IP address after this many 401, 403 and 429 responses within ten minutes ("Invalid Request Limit").
 */
const BAN_LIMIT = 10_000;
/** Sending slows down at this share of the ban limit. At `STOP_AT`, it stops until older responses leave the window. */
const SLOW_FROM = 0.5;
/** At this share, guilds with invalid responses are held, so that they alone never slow down everyone. */
const HOLD_SERVERS_FROM = 0.25;
const STOP_AT = 0.9;
const SLOW_REQUESTS_PER_SECOND = 5;

/** The owner of the operators' webhooks. All other owners are guild IDs. */
export const OPERATORS = 'operators';
/** A guild is suspect after this many 401, 403 or 429 responses within ten minutes … */
const SUSPECT_FROM = 20;
/** … and is then limited to one request per this interval, ms … */
const SUSPECT_GAP_MS = 5000;
/** … and lets the operators' messages go first for this long at a time, up to LONGEST_YIELD_MS in total, ms. */
const YIELD_MS = 1000;
const LONGEST_YIELD_MS = 60_000;
/** The longest delay for a message of such a guild, ms. By then, the count has decreased. */
const LONGEST_DEFERRAL_MS = 10 * 60_000;
/** While Discord blocks the address for longer than this, one request asks after each such interval, ms. */
const PROBE_MS = 60_000;
/** How often to check whether the request that asks was answered, for requests other than deliveries, ms. */
const PROBE_CHECK_MS = 100;

/** A pause of the whole address. It ends when Discord accepts a request, not when its time is over. */
interface Block {
	/** When one request can ask. */
	probeAt: number;
	/** Whether it is on its way. */
	probing: boolean;
}

/**
 * Call it when the response to a counted request arrives.
 * @param invalid whether the response counts towards Discord's ban
 * @param unclear whether Discord blocks the whole address, or nothing proves that Discord answered; by default not
 * @returns whether it ended a pause
 */
type Answered = (now: number, invalid: boolean, unclear?: boolean) => boolean;

/**
 * The request budget of one IP address across all webhooks: a number of requests per second, the pauses that Discord
 * orders, and a wide margin below the ban for invalid requests. A guild whose webhooks are often rejected is slowed
 * down alone, and all such guilds are held long before everyone is slowed down. All times use the monotonic clock, ms.
 */
export class AddressBudget {
	readonly #perSecond: number;
	/** This process's share of the IP address's requests. */
	#share = 1;
	#window = { endsAt: 0, used: 0, answered: false };
	#block: Block | null = null;
	readonly invalid = new InvalidAnswers();
	/** For each suspect guild: when its next request can be sent, and when its queue of delayed requests ends. */
	readonly #suspects = new Map<string, { nextAt: number; lineEndsAt: number }>();

	constructor(perSecond: number) {
		this.#perSecond = perSecond;
	}

	/** Divides the IP address's requests by the number of processes that send from it. */
	shareWith(processes: number): void {
		this.#share = 1 / Math.max(1, processes);
	}

	/** How many requests this process can send per second, without counting pauses. */
	get perSecond(): number {
		return this.#perSecond * this.#share;
	}

	/** Until when any request could let Discord ban the address; `now` if none could. */
	stoppedUntil(now: number): number {
		return this.invalid.total(now) >= BAN_LIMIT * STOP_AT ? this.invalid.easesAt(now) : now;
	}

	/** When the next request can be sent; `now` or earlier means immediately. */
	readyAt(now: number): number {
		const stoppedUntil = this.stoppedUntil(now);
		if (stoppedUntil > now) return stoppedUntil;
		const invalid = this.invalid.total(now);
		if (this.#block?.probing) return now + PROBE_CHECK_MS;
		if (this.#block && now < this.#block.probeAt) return this.#block.probeAt;
		if (now >= this.#window.endsAt || this.#window.used < this.#limit(invalid)) return now;
		return this.#window.endsAt;
	}

	/**
	 * How long to delay a message of this owner, ms. 0 means that it can be sent now, and counts it as sent.
	 * @param operatorsWait whether an operator message is ready to be sent instead
	 */
	deferral(now: number, owner: string, operatorsWait = false): number {
		if (owner === OPERATORS) return 0;
		const rejected = this.invalid.of(owner, now);
		if (rejected > 0 && this.invalid.total(now) >= BAN_LIMIT * HOLD_SERVERS_FROM) {
			// Randomized, so that they do not all return at once.
			return LONGEST_DEFERRAL_MS * (1 - Math.random() / 2);
		}
		if (rejected < SUSPECT_FROM) {
			this.#suspects.delete(owner);
			return 0;
		}
		let suspect = this.#suspects.get(owner);
		if (!suspect) this.#suspects.set(owner, (suspect = { nextAt: now + SUSPECT_GAP_MS, lineEndsAt: now }));
		if (now >= suspect.nextAt) {
			if (operatorsWait && now < suspect.nextAt + LONGEST_YIELD_MS) return YIELD_MS;
			suspect.nextAt = now + SUSPECT_GAP_MS;
			return 0;
		}
		suspect.lineEndsAt = Math.max(suspect.lineEndsAt, now) + SUSPECT_GAP_MS;
		return Math.min(suspect.lineEndsAt - now, LONGEST_DEFERRAL_MS);
	}

	/**
	 * Counts a request; call the returned function when its response arrives. Discord's window starts no later than its
	 * first response, so the local window is extended to end no earlier than Discord's. After a pause, the first request
	 * asks alone whether Discord accepts requests again.
	 */
	take(now: number, owner: string = OPERATORS): Answered {
		if (now >= this.#window.endsAt) this.#window = { endsAt: now + SECOND, used: 0, answered: false };
		const window = this.#window;
		window.used++;
		const block = this.#block?.probing === false ? this.#block : null;
		if (block) block.probing = true;
		return (answeredAt, invalid, unclear = false) => {
			if (!window.answered) {
				window.answered = true;
				window.endsAt = answeredAt + SECOND;
			}
			if (invalid) this.invalid.add(answeredAt, owner);
			if (block === null) return false;
			block.probing = false;
			if (unclear || this.#block !== block) return false;
			this.#block = null;
			return true;
		};
	}

	/** Whether Discord blocks the IP address, as far as this process knows. */
	get isBlocked(): boolean {
		return this.#block !== null;
	}

	/**
	 * Stops all requests from this IP address until the given time, as Discord ordered: then one asks, and the others
	 * follow once it was accepted. In a long pause, one asks each minute.
	 */
	pause(until: number, now = performance.now()): void {
		const probeAt = Math.min(until, now + PROBE_MS);
		if (this.#block) this.#block.probeAt = Math.max(this.#block.probeAt, probeAt);
		else this.#block = { probeAt, probing: false };
	}

	/** Another process of this address was accepted after a pause. */
	resume(): void {
		this.#block = null;
	}

	#limit(invalid: number): number {
		// Guilds with rejected requests are held earlier, so only the operators' own webhooks can get here.
		const slowed = invalid >= BAN_LIMIT * SLOW_FROM;
		const perSecond = slowed ? Math.min(SLOW_REQUESTS_PER_SECOND, this.#perSecond) : this.#perSecond;
		return Math.max(1, Math.floor(perSecond * this.#share));
	}
}
