import { backoff, type Interval, type Region } from '@dropwire/domain';
import { SortedList } from '../../process/sortedList.ts';
import { allocate, type Claim, type Estimate, LIMITS_OF_PACE, paceOf } from '../pace/allocate.ts';
import { intervalOf, type Lane, NO_ROUNDS, PRIORITY_SHARE, type Rounds, roundsOf, WATCHED_SHARE } from './lanes.ts';
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
	/** Whether its last check that said something about the region's shop could not read it. */
	failed: boolean;
	/** The source's version of the last answers, if everything that followed from them is stored; otherwise null. */
	version: string | null;
	/** The stored states of its products at that time; another process can change them. */
	states: string | null;
	/** When the batch is due, and until when it is checked urgently; by the monotonic clock. */
	dueAt: number;
	urgentUntil: number;
	underWay: boolean;
	/** When its last check began, by the monotonic clock. */
	askedAt: number;
	/** The interval that it has among the batches of its lane, ms; null for the lane's. */
	paceMs: number | null;
	/** What is expected of its products (`pace/habits.ts`). */
	estimate?: Estimate | undefined;
}

export interface ScheduleOptions {
	/** The interval of the regular lane. */
	intervalMs: number;
	/** The number of batches per minute, over all regions, that this process may take of the budget of the shop's host. */
	batchesPerMinute(): number;
	/** The maximum number of concurrent calls. */
	concurrency: number;
	/** What a batch of the regular lane claims of the calls; without it, all have the same interval. */
	claimOf?: ((batch: Batch) => Claim) | undefined;
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
/**
 * Calls that failed are due before all others once their region's pause is over, but not twice in a row, and then new
 * batches, in their order.
 */
const FAILED = Number.NEGATIVE_INFINITY;
const NEW = -1e12;

/**
 * Calls every batch once per interval of its lane, within the host's budget. Urgent checks and the priority lane come
 * first, but get only every fifth call while others wait; so do, among the others, products that only persons watch. Blocked regions are polled less and less often, unless the source
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
	readonly #watched = new SortedList<Batch>();
	/** Batches of blocked regions, by the end of the pause; they keep the times at which they are due. */
	readonly #held = new SortedList<{ batch: Batch; dueAt: number }>();
	/** Calls to others since the last urgent one or the last of the priority lane. */
	#startsOfOthers = 0;
	/** Calls to others since the last one of the watched lane. */
	#startsSinceWatched = 0;
	/** The number of new batches until now. */
	#added = 0;
	#underWay = 0;
	#lastStart = 0;
	#timer: NodeJS.Timeout | undefined;
	#stopped = false;
	/** The round of the regular lane when the calls were divided last, ms, and the level of the division; null if all are equal. */
	#division: { uniformMs: number; level: number } | null = null;
	/** By region, lane and the first SKU of a batch: how much longer than uniform its interval is, ms. */
	#longer = new Map<string, number>();
	/** The rounds at that time. */
	#rounds: Rounds = NO_ROUNDS;

	constructor(options: ScheduleOptions) {
		this.#options = options;
	}

	/** Replaces the batches. New ones come first, except those of the rare lane, spread over time as the budget allows. */
	set(groups: readonly Group[]): void {
		const key = ({ region, lane, skus, canary, pinMs }: Group) =>
			`${region} ${lane} ${canary ?? ''} ${pinMs ?? ''} ${skus.join()}`;
		const current = new Map(this.#batches.map((batch) => [key(batch), batch]));
		const added: Batch[] = [];
		this.#batches = groups.map((group) => {
			const same = current.get(key(group));
			if (same) {
				current.delete(key(group));
				return same;
			}
			const batch = this.#newBatch(group);
			added.push(batch);
			return batch;
		});
		const replaced = added.length === 0 ? new Map<string, Batch>() : bySku(current.values());
		for (const batch of added) this.#add(batch, this.#firstDue(batch, replaced));
		for (const batch of current.values()) batch.dropped = true;
		this.divide();
		this.#go();
	}

	/**
	 * Divides the calls of the regular lane by what the batches claim. Each batch of a region that is not blocked gets one call a
	 * round if all are equal; the round and the number of calls stay the same.
	 */
	divide(): void {
		const { claimOf } = this.#options;
		this.#rounds = this.rounds();
		if (!claimOf) return;
		const now = performance.now();
		const isActive = ({ lane, canary, region }: Batch) =>
			lane === 'regular' && !canary && (this.#backoff.get(region)?.until ?? 0) <= now;
		const batches = this.#batches.filter(isActive);
		const uniformMs = this.#roundsWith(batches.length).regular;
		const claims = batches.map((batch) => this.#claim(batch, claimOf, uniformMs));
		const isEqual = claims.every(({ kind }) => kind === 'uniform');
		const { paces, level } = allocate(claims);
		this.#division = isEqual ? null : { uniformMs, level };
		for (const [index, batch] of batches.entries()) {
			this.#setPace(batch, isEqual ? null : uniformMs / (paces[index] as number));
		}
		this.#longer = new Map(
			batches.flatMap(({ region, lane, skus, paceMs }) =>
				paceMs === null || paceMs <= uniformMs ? [] : [[`${region} ${lane} ${skus[0]}`, paceMs - uniformMs]],
			),
		);
		this.#go();
	}

	/**
	 * How often a batch is checked now. Urgent checks, which are short, do not count. The priority lane, which has launches as
	 * well, is `hot`.
	 */
	intervalOf(batch: Batch): Interval {
		const { regular: uniformMs, priority, watched, rare } = this.#rounds;
		if (batch.canary) {
			const ms = intervalOf(batch.lane, this.#options.intervalMs, true);
			return { ms, uniformMs, reason: 'canary' };
		}
		if (batch.lane === 'priority') return { ms: priority, uniformMs, reason: 'hot' };
		if (batch.lane === 'watched') return { ms: watched, uniformMs, reason: 'uniform' };
		if (batch.lane === 'rare') return { ms: rare, uniformMs, reason: 'uniform' };
		const ms = batch.paceMs ?? uniformMs;
		if (batch.pinMs !== undefined) return { ms, uniformMs, reason: 'pinned' };
		const isLearned = batch.paceMs !== null && batch.estimate?.demand != null;
		return { ms, uniformMs, reason: isLearned ? 'learned' : 'uniform' };
	}

	/** How much longer than uniform the interval of the batch of a product is, ms; 0 if it is shorter. */
	longerMs(region: Region, lane: Lane, sku: string): number {
		return this.#longer.get(`${region} ${lane} ${sku}`) ?? 0;
	}

	/** All batches with their intervals. */
	*intervals(): Generator<{ batch: Batch; interval: Interval }> {
		for (const batch of this.#batches) yield { batch, interval: this.intervalOf(batch) };
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
		return this.#roundsWith(this.#count('regular'));
	}

	#count(lane: Lane): number {
		return this.#batches.filter((batch) => batch.lane === lane).length;
	}

	#roundsWith(regular: number): Rounds {
		const [priority, watched, rare] = [this.#count('priority'), this.#count('watched'), this.#count('rare')];
		const batches = { priority, regular, watched, rare };
		const { intervalMs } = this.#options;
		return roundsOf(batches, { intervalMs, batchesPerMinute: this.#options.batchesPerMinute() });
	}

	stop(): void {
		this.#stopped = true;
		clearTimeout(this.#timer);
	}

	#newBatch(group: Group): Batch {
		const fresh = {
			dropped: false,
			asked: false,
			failed: false,
			version: null,
			states: null,
			dueAt: NEW,
			underWay: false,
			askedAt: 0,
			paceMs: null,
		};
		return { ...group, ...fresh, urgentUntil: this.#urgentUntil(group) };
	}

	/**
	 * When a new batch is due: at once, except if its products were checked in another lane or in other batches. Then it is due
	 * with the first of those.
	 */
	#firstDue(batch: Batch, replaced: ReadonlyMap<string, Batch>): number {
		// The products of the rare lane were checked in another lane before.
		if (batch.lane === 'rare') {
			return performance.now() + Math.random() * intervalOf('rare', this.#options.intervalMs);
		}
		const before = new Set(batch.skus.map((sku) => replaced.get(`${batch.region} ${batch.lane} ${sku}`)));
		const known = [...before].flatMap((one) => (one?.asked && !one.underWay ? one : []));
		if (batch.canary || known.length < before.size) return NEW + this.#added++;
		batch.asked = true;
		batch.askedAt = Math.min(...known.map(({ askedAt }) => askedAt));
		return Math.min(...known.map(({ dueAt }) => dueAt));
	}

	#claim(batch: Batch, claimOf: (batch: Batch) => Claim, uniformMs: number): Claim {
		return batch.pinMs === undefined ? claimOf(batch) : { kind: 'pinned', pace: uniformMs / batch.pinMs };
	}

	/** Gives a batch another interval, which begins with its last check. */
	#setPace(batch: Batch, paceMs: number | null): void {
		// The jitter must not make the longest wait longer.
		const longest = (this.#division?.uniformMs ?? 0) / LIMITS_OF_PACE.min / (1 + JITTER);
		const before = batch.paceMs ?? this.#options.intervalMs;
		batch.paceMs = paceMs === null || batch.pinMs !== undefined ? paceMs : Math.min(paceMs, longest);
		const next = batch.askedAt + (batch.paceMs ?? this.#options.intervalMs);
		// A small change waits for the next check.
		const isShorter = (batch.paceMs ?? this.#options.intervalMs) < before * 0.8;
		if (isShorter && batch.asked && !batch.underWay && next < batch.dueAt) this.#add(batch, next);
	}

	#urgentUntil({ region, skus }: Group): number {
		if (this.#expedited.size === 0) return 0;
		return Math.max(...skus.map((sku) => this.#expedited.get(`${region} ${sku}`) ?? 0));
	}

	/** Makes the batch due. An entry that it has in a list is void from then on. */
	#add(batch: Batch, at: number): void {
		batch.dueAt = at;
		if (Math.max(at, performance.now()) < batch.urgentUntil) this.#urgent.add(at, batch);
		else this.#listOf(batch.lane).add(at, batch);
	}

	#listOf(lane: Lane): SortedList<Batch> {
		if (lane === 'priority') return this.#priority;
		return lane === 'watched' ? this.#watched : this.#others;
	}

	/** The list of the next call, and when it may begin. */
	#next(now: number): { list: SortedList<Batch>; at: number } {
		const isTurnOfWatched = this.#others.firstKey > now || this.#startsSinceWatched >= WATCHED_SHARE - 1;
		const others = this.#watched.firstKey <= now && isTurnOfWatched ? this.#watched : this.#others;
		const othersWait = others.firstKey <= now && this.#startsOfOthers < PRIORITY_SHARE - 1;
		const first = [this.#urgent, this.#priority].find((list) => list.firstKey <= now);
		const list = first && !othersWait ? first : others;
		const lists = [this.#urgent, this.#priority, this.#watched, this.#others];
		const due = Math.min(...lists.map(({ firstKey }) => firstKey));
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
			this.#startsOfOthers = list === this.#others || list === this.#watched ? this.#startsOfOthers + 1 : 0;
			if (list === this.#others) this.#startsSinceWatched++;
			else if (list === this.#watched) this.#startsSinceWatched = 0;
			void this.#ask(batch, at);
		}
	}

	async #ask(batch: Batch, at: number): Promise<void> {
		this.#underWay++;
		batch.underWay = true;
		// Small gaps are correct on average: timers have a resolution of one millisecond.
		this.#lastStart = Math.max(at, performance.now() - 5);
		const startedAt = performance.now();
		batch.askedAt = startedAt;
		const { blocked, retryAfterMs } = await this.#options.ask(batch);
		this.#underWay--;
		batch.underWay = false;
		const failedBefore = batch.failed;
		batch.failed = blocked ?? failedBefore;
		const backoff = this.#backoff.get(batch.region);
		// One that fails again although others were read in between fails for reasons of its own.
		const isOwn = blocked && failedBefore && !backoff && !retryAfterMs;
		// A request that started before the pause says nothing about the region's current state.
		if (blocked !== null && !isOwn && startedAt >= (backoff?.since ?? 0)) {
			if (blocked) this.#backOff(batch.region, retryAfterMs);
			else this.#backoff.delete(batch.region);
		}
		// The first check of a batch starts at once; the second starts at a random time, so that the calls fill the
		// interval.
		const share = batch.asked ? 1 + JITTER * (2 * Math.random() - 1) : Math.random();
		batch.asked = true;
		this.#renewPace(batch);
		const interval = batch.paceMs ?? intervalOf(batch.lane, this.#options.intervalMs, batch.canary);
		const wait = performance.now() < batch.urgentUntil ? Math.min(URGENT_MS, interval) : interval * share;
		const pausedUntil = performance.now() + Math.min(retryAfterMs ?? 0, LONGEST_WAIT_MS);
		// A failed call is the first after its region's pause: in a long round, its products would not be read for minutes.
		const isFirst = blocked && !failedBefore;
		if (!batch.dropped) this.#add(batch, isFirst ? FAILED : Math.max(startedAt + wait, pausedUntil));
		this.#go();
	}

	/** What a check found can change its batch's interval at once; the others follow when the calls are divided next. */
	#renewPace(batch: Batch): void {
		const { claimOf } = this.#options;
		if (!claimOf || !this.#division || batch.paceMs === null || batch.dropped) return;
		const { uniformMs, level } = this.#division;
		const claim = this.#claim(batch, claimOf, uniformMs);
		if (claim.kind === 'learned') batch.paceMs = Math.min(batch.paceMs, uniformMs / paceOf(level, claim.demand));
	}

	#backOff(region: Region, retryAfterMs: number | null): void {
		const failures = (this.#backoff.get(region)?.failures ?? 0) + 1;
		const growing = Math.min(LONGEST_BACKOFF_MS, growingPause(failures) * (0.8 + 0.4 * Math.random()));
		const wait = Math.max(growing, Math.min(retryAfterMs ?? 0, LONGEST_WAIT_MS));
		this.#backoff.set(region, { failures, since: performance.now(), until: performance.now() + wait });
	}
}

/** The batches of each SKU of a region and lane. */
function bySku(batches: Iterable<Batch>): Map<string, Batch> {
	const found = new Map<string, Batch>();
	for (const batch of batches) for (const sku of batch.skus) found.set(`${batch.region} ${batch.lane} ${sku}`, batch);
	return found;
}
