import { backoff, type Region } from '@dropwire/domain';
import { SortedList } from '../../process/sortedList.ts';
import { intervalOf, type Lane, PRIORITY_SHARE, type Rounds, roundsOf } from './lanes.ts';
import type { Group } from './plan.ts';

/**
 * SKUs of one region, requested in one call. A batch stays the same while the watch lists do, so that conditional
 * requests match.
 */
export interface Batch extends Group {
	/** Set when the lists changed and another batch replaced this one. */
	dropped: boolean;
	/** Whether the batch has been requested before. */
	asked: boolean;
	/** The source's version of the last answers, if everything that followed from them is stored; otherwise null. */
	version: string | null;
	/** When the batch is due, and until when it is checked urgently; by the monotonic clock. */
	dueAt: number;
	urgentUntil: number;
	underWay: boolean;
}

export interface ScheduleOptions {
	/** The interval of the regular lane. */
	intervalMs: number;
	/** The number of batches per minute, over all regions, that this process may take of the budget of the shop's host. */
	batchesPerMinute(): number;
	/** The maximum number of concurrent calls. */
	concurrency: number;
	/** Never rejects. */
	ask(batch: Batch): Promise<Checked>;
}

/** What a check says about when to check again. */
export interface Checked {
	/** Whether the region's shop could not be read; null if the check says nothing about that. */
	blocked: boolean | null;
	/** How long to wait, ms: the region if it is blocked, else this batch. */
	retryAfterMs: number | null;
}

/** Each check's time varies by this share, so that the calls do not align. */
const JITTER = 0.05;
/** The interval of urgent checks, ms. */
const URGENT_MS = 2000;
const growingPause = backoff({ firstMs: 2000 });
const LONGEST_BACKOFF_MS = 5 * 60_000;
/** The longest pause that a shop can request, ms. */
const LONGEST_WAIT_MS = 3_600_000;
/** Failed calls are due before all others once their region's pause is over, and then new batches, in their order. */
const FAILED = Number.NEGATIVE_INFINITY;
const NEW = -1e12;

/**
 * Calls every batch once per interval of its lane, within the host's budget. Urgent checks and the priority lane come
 * first, but get only every fifth call while others wait. Blocked regions are polled less and less often, unless the source
 * decides when each host is asked: then it names the pause.
 */
export class Schedule {
	readonly #options: ScheduleOptions;
	#batches: Batch[] = [];
	readonly #backoff = new Map<Region, { failures: number; since: number; until: number }>();
	/** Until when SKUs are checked urgently, by region and SKU; by the monotonic clock. */
	readonly #expedited = new Map<string, number>();
	readonly #urgent = new SortedList<Batch>();
	readonly #priority = new SortedList<Batch>();
	readonly #others = new SortedList<Batch>();
	/** Batches of blocked regions, by the end of the pause; they keep the times at which they are due. */
	readonly #held = new SortedList<{ batch: Batch; dueAt: number }>();
	/** Calls to others since the last urgent one or the last of the priority lane. */
	#startsOfOthers = 0;
	/** The number of new batches until now. */
	#added = 0;
	#underWay = 0;
	#lastStart = 0;
	#timer: NodeJS.Timeout | undefined;
	#stopped = false;

	constructor(options: ScheduleOptions) {
		this.#options = options;
	}

	/** Replaces the batches. New ones come first, except those of the rare lane, spread over time as the budget allows. */
	set(groups: readonly Group[]): void {
		const key = ({ region, lane, skus, canary }: Group) => `${region} ${lane} ${canary ?? ''} ${skus.join()}`;
		const current = new Map(this.#batches.map((batch) => [key(batch), batch]));
		this.#batches = groups.map((group) => {
			const same = current.get(key(group));
			if (same) {
				current.delete(key(group));
				return same;
			}
			const batch = this.#newBatch(group);
			// The products of the rare lane were checked in another lane before.
			const rareMs = intervalOf('rare', this.#options.intervalMs);
			this.#add(batch, group.lane === 'rare' ? performance.now() + Math.random() * rareMs : NEW + this.#added++);
			return batch;
		});
		for (const batch of current.values()) batch.dropped = true;
		this.#go();
	}

	/** Checks a SKU's batch now and every 2 s, within the budget, until a time, epoch ms. */
	expedite(region: Region, sku: string, until: number): void {
		const now = performance.now();
		for (const [key, end] of this.#expedited) if (end < now) this.#expedited.delete(key);
		this.#expedited.set(`${region} ${sku}`, now + until - Date.now());
		const batch = this.#batches.find((one) => one.region === region && one.skus.includes(sku));
		if (!batch) return;
		batch.urgentUntil = this.#urgentUntil(batch);
		if (!batch.underWay) this.#add(batch, now);
		this.#go();
	}

	/** How long one round of each lane takes. Urgent checks, which are short, are not counted. */
	rounds(): Rounds {
		const count = (lane: Lane) => this.#batches.filter((batch) => batch.lane === lane).length;
		const batches = { priority: count('priority'), regular: count('regular'), rare: count('rare') };
		const { intervalMs } = this.#options;
		return roundsOf(batches, { intervalMs, batchesPerMinute: this.#options.batchesPerMinute() });
	}

	stop(): void {
		this.#stopped = true;
		clearTimeout(this.#timer);
	}

	#newBatch(group: Group): Batch {
		const fresh = { dropped: false, asked: false, version: null, dueAt: NEW, underWay: false };
		return { ...group, ...fresh, urgentUntil: this.#urgentUntil(group) };
	}

	#urgentUntil({ region, skus }: Group): number {
		if (this.#expedited.size === 0) return 0;
		return Math.max(...skus.map((sku) => this.#expedited.get(`${region} ${sku}`) ?? 0));
	}

	/** Makes the batch due. An entry that it has in a list is void from then on. */
	#add(batch: Batch, at: number): void {
		batch.dueAt = at;
		if (Math.max(at, performance.now()) < batch.urgentUntil) this.#urgent.add(at, batch);
		else (batch.lane === 'priority' ? this.#priority : this.#others).add(at, batch);
	}

	/** The list of the next call, and when it may begin. */
	#next(now: number): { list: SortedList<Batch>; at: number } {
		const othersWait = this.#others.firstKey <= now && this.#startsOfOthers < PRIORITY_SHARE - 1;
		const first = [this.#urgent, this.#priority].find((list) => list.firstKey <= now);
		const list = first && !othersWait ? first : this.#others;
		const due = Math.min(this.#urgent.firstKey, this.#priority.firstKey, this.#others.firstKey);
		return { list, at: Math.max(due, this.#lastStart + 60_000 / this.#options.batchesPerMinute()) };
	}

	/** Makes the batches due again whose region's pause is over, in the order in which they were. */
	#release(now: number): void {
		while (this.#held.firstKey <= now) {
			const { batch, dueAt } = this.#held.takeFirst() as { batch: Batch; dueAt: number };
			// Otherwise it was expedited, or checked, in the pause.
			if (batch.dueAt === dueAt && !batch.underWay) this.#add(batch, dueAt);
		}
	}

	#go(): void {
		clearTimeout(this.#timer);
		while (!this.#stopped && this.#underWay < this.#options.concurrency) {
			const now = performance.now();
			this.#release(now);
			const { list, at } = this.#next(now);
			if (at > now) {
				const wakeAt = Math.min(at, this.#held.firstKey);
				if (wakeAt !== Number.POSITIVE_INFINITY) this.#timer = setTimeout(() => this.#go(), wakeAt - now);
				return;
			}
			const dueAt = list.firstKey;
			const batch = list.takeFirst() as Batch;
			if (batch.dropped || batch.underWay || batch.dueAt !== dueAt) continue;
			const until = this.#backoff.get(batch.region)?.until ?? 0;
			if (until > now) {
				this.#held.add(until, { batch, dueAt });
				continue;
			}
			this.#startsOfOthers = list === this.#others ? this.#startsOfOthers + 1 : 0;
			void this.#ask(batch, at);
		}
	}

	async #ask(batch: Batch, at: number): Promise<void> {
		this.#underWay++;
		batch.underWay = true;
		// Small gaps are correct on average: timers have a resolution of one millisecond.
		this.#lastStart = Math.max(at, performance.now() - 5);
		const startedAt = performance.now();
		const { blocked, retryAfterMs } = await this.#options.ask(batch);
		this.#underWay--;
		batch.underWay = false;
		// A request that started before the pause says nothing about the region's current state.
		if (blocked !== null && startedAt >= (this.#backoff.get(batch.region)?.since ?? 0)) {
			if (blocked) this.#backOff(batch.region, retryAfterMs);
			else this.#backoff.delete(batch.region);
		}
		// The first check of a batch starts at once; the second starts at a random time, so that the calls fill the
		// interval.
		const share = batch.asked ? 1 + JITTER * (2 * Math.random() - 1) : Math.random();
		batch.asked = true;
		const interval = intervalOf(batch.lane, this.#options.intervalMs, batch.canary);
		const wait = performance.now() < batch.urgentUntil ? Math.min(URGENT_MS, interval) : interval * share;
		const pausedUntil = performance.now() + Math.min(retryAfterMs ?? 0, LONGEST_WAIT_MS);
		// A failed call is the first after its region's pause: in a long round, its products would not be read for minutes.
		if (!batch.dropped) this.#add(batch, blocked ? FAILED : Math.max(startedAt + wait, pausedUntil));
		this.#go();
	}

	#backOff(region: Region, retryAfterMs: number | null): void {
		const failures = (this.#backoff.get(region)?.failures ?? 0) + 1;
		const growing = Math.min(LONGEST_BACKOFF_MS, growingPause(failures) * (0.8 + 0.4 * Math.random()));
		const wait = Math.max(growing, Math.min(retryAfterMs ?? 0, LONGEST_WAIT_MS));
		this.#backoff.set(region, { failures, since: performance.now(), until: performance.now() + wait });
	}
}
