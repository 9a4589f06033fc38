const SECOND = 1000;
/** Discord counts invalid requests over ten minutes (its documentation, "Invalid Request Limit"). */
export const BAN_WINDOW_MS = 10 * 60_000;

/** The number of responses within one second. */
interface Slot {
	at: number;
	count: number;
}

/**
 * Responses of the last ten minutes that count towards Discord's ban of the IP address (401, 403, 429): from this
 * process, by owner, and from other processes that use the same database. Times use the monotonic clock.
 */
export class InvalidAnswers {
	readonly #own = new SlidingCount();
	readonly #byOwner = new Map<string, SlidingCount>();
	#others = new SlidingCount();
	/** Responses to this process that it has not reported to the other processes yet. */
	#untold = 0;

	add(now: number, owner: string): void {
		this.#own.add(now, 1);
		this.#untold++;
		let count = this.#byOwner.get(owner);
		if (!count) this.#byOwner.set(owner, (count = new SlidingCount()));
		count.add(now, 1);
	}

	/** All invalid responses that Discord has counted for this IP address, as far as this process knows. */
	total(now: number): number {
		return this.#own.sum(now) + this.#others.sum(now);
	}

	/** Invalid responses for one owner's webhooks in this process. */
	of(owner: string, now: number): number {
		const count = this.#byOwner.get(owner);
		const sum = count?.sum(now) ?? 0;
		if (count && sum === 0) this.#byOwner.delete(owner);
		return sum;
	}

	/** When the oldest responses stop counting. */
	easesAt(now: number): number {
		const first = Math.min(this.#own.firstAt ?? now, this.#others.firstAt ?? now);
		return first + BAN_WINDOW_MS;
	}

	/** The invalid responses counted by this process since the previous call. */
	takeUntold(): number {
		const untold = this.#untold;
		this.#untold = 0;
		return untold;
	}

	/** Puts back responses that could not be reported, to report them next time. */
	putBack(untold: number): void {
		this.#untold += untold;
	}

	/** Sets the counts of the other processes; replaces the previous ones. */
	hear(slots: readonly Slot[]): void {
		this.#others = new SlidingCount();
		for (const { at, count } of slots) this.#others.add(at, count);
	}
}

/** A count over the ban window, grouped by second. */
class SlidingCount {
	/** Oldest first. */
	readonly #slots: Slot[] = [];
	#sum = 0;

	get firstAt(): number | undefined {
		return this.#slots[0]?.at;
	}

	add(at: number, count: number): void {
		this.#sum += count;
		const last = this.#slots.at(-1);
		if (last && at - last.at < SECOND) last.count += count;
		else this.#slots.push({ at, count });
	}

	sum(now: number): number {
		while (this.#slots[0] && this.#slots[0].at <= now - BAN_WINDOW_MS) this.#sum -= this.#slots.shift()?.count ?? 0;
		return this.#sum;
	}
}
