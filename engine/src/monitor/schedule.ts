import type { Region } from '@dropwire/db/topics';
import { SortedList } from '../sortedList.ts';

/** SKUs of one region that one call asks for. Stable while the watch lists are, so conditional requests hit. */
export interface Batch {
	region: Region;
	skus: readonly string[];
	/** Set when the lists changed and another batch took its place. */
	dropped: boolean;
	/** Asked for once already. */
	looked: boolean;
}

export interface ScheduleOptions {
	intervalMs: number;
	/** Calls a minute to the retailer's host, over all regions. */
	callsPerMinute: number;
	/** How many calls may be under way. */
	concurrency: number;
	ask(batch: Batch): Promise<{ blocked: boolean; retryAfterMs: number | null }>;
}

/** Each look's time varies by this share, so that the calls do not march in step. */
const JITTER = 0.05;
const BACKOFF_FIRST_MS = 2000;
const BACKOFF_LONGEST_MS = 5 * 60_000;
/** The longest that a retailer is believed when it says how long to wait, ms. */
const TOLD_LONGEST_MS = 3_600_000;

/** Calls every batch once per interval, within the host's budget; a region that is blocked is left alone for longer and longer. */
export class Schedule {
	readonly #options: ScheduleOptions;
	#due = new SortedList<Batch>();
	#batches: Batch[] = [];
	readonly #backoff = new Map<Region, { failures: number; since: number; until: number }>();
	#underWay = 0;
	#lastStart = 0;
	#timer: NodeJS.Timeout | undefined;
	#stopped = false;

	constructor(options: ScheduleOptions) {
		this.#options = options;
	}

	/** Replaces what is asked for. New batches come first, spread as the budget allows. */
	set(batches: readonly Pick<Batch, 'region' | 'skus'>[]): void {
		const key = ({ region, skus }: Pick<Batch, 'region' | 'skus'>) => `${region}:${skus.join()}`;
		const standing = new Map(this.#batches.map((batch) => [key(batch), batch]));
		const now = Date.now();
		this.#batches = batches.map((wanted) => {
			const same = standing.get(key(wanted));
			if (same) {
				standing.delete(key(wanted));
				return same;
			}
			const batch = { ...wanted, dropped: false, looked: false };
			this.#due.add(now, batch);
			return batch;
		});
		for (const batch of standing.values()) batch.dropped = true;
		this.#go();
	}

	/** How long a round takes at the least, when the budget is too small for the interval; ms. */
	get roundMs(): number {
		return Math.max(this.#options.intervalMs, this.#batches.length * this.#gap);
	}

	stop(): void {
		this.#stopped = true;
		clearTimeout(this.#timer);
	}

	get #gap(): number {
		return 60_000 / this.#options.callsPerMinute;
	}

	#go(): void {
		clearTimeout(this.#timer);
		while (!this.#stopped && this.#underWay < this.#options.concurrency) {
			const at = Math.max(this.#due.firstKey, this.#lastStart + this.#gap);
			const wait = at - Date.now();
			if (wait > 0) {
				if (wait !== Number.POSITIVE_INFINITY) this.#timer = setTimeout(() => this.#go(), wait);
				return;
			}
			const batch = this.#due.takeFirst() as Batch;
			if (batch.dropped) continue;
			const until = this.#backoff.get(batch.region)?.until ?? 0;
			if (until > Date.now()) this.#due.add(until, batch);
			else void this.#ask(batch, at);
		}
	}

	async #ask(batch: Batch, at: number): Promise<void> {
		this.#underWay++;
		// Small gaps are kept on average: timers are no finer than a millisecond.
		this.#lastStart = Math.max(at, Date.now() - 5);
		const startedAt = Date.now();
		const { blocked, retryAfterMs } = await this.#options.ask(batch);
		this.#underWay--;
		// What was asked before the region was left alone says nothing about how it fares since.
		if (startedAt >= (this.#backoff.get(batch.region)?.since ?? 0)) {
			if (blocked) this.#backOff(batch.region, retryAfterMs);
			else this.#backoff.delete(batch.region);
		}
		// The first time all come at once; the second, each at a moment of its own, so that the calls fill the interval.
		const share = batch.looked ? 1 + JITTER * (2 * Math.random() - 1) : Math.random();
		batch.looked = true;
		if (!batch.dropped) this.#due.add(startedAt + this.#options.intervalMs * share, batch);
		this.#go();
	}

	#backOff(region: Region, retryAfterMs: number | null): void {
		const failures = (this.#backoff.get(region)?.failures ?? 0) + 1;
		const growing = Math.min(BACKOFF_LONGEST_MS, BACKOFF_FIRST_MS * 2 ** (failures - 1)) * (0.8 + 0.4 * Math.random());
		const wait = Math.max(growing, Math.min(retryAfterMs ?? 0, TOLD_LONGEST_MS));
		this.#backoff.set(region, { failures, since: Date.now(), until: Date.now() + wait });
	}
}
