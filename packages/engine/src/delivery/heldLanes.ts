import type { Logger } from 'pino';
import { OPERATORS } from '../discord/budget.ts';
import { SortedList } from '../process/sortedList.ts';
import type { Claims } from './claims.ts';
import { FairQueue } from './fairQueue.ts';
import { type Lane, LEASE_MS, leaseLeftMs } from './lane.ts';
import type { Leases } from './leases.ts';
import type { Recorder, Released } from './recorder.ts';
import type { Bucket } from './buckets.ts';

/** The webhooks that this process holds: ready to send, or waiting. */
export class HeldLanes {
	readonly #lanes = new Map<number, Lane>();
	/** Webhooks that can send their first message now. */
	readonly #ready = new FairQueue<Lane>(OPERATORS);
	/** Webhooks whose request showed that Discord blocks the IP address. The others ask first whether it still does. */
	#blocked: Lane[] = [];
	/** Webhooks that wait for the answer to a request of another thread, by the bucket that they share. */
	readonly #parked = new Map<Bucket, Lane[]>();
	/** Waiting webhooks, sorted by the time when they can continue (monotonic clock). */
	readonly #waiting = new SortedList<Lane>();

	get size(): number {
		return this.#lanes.size;
	}

	/** All held webhooks, by webhook ID. */
	get all(): ReadonlyMap<number, Lane> {
		return this.#lanes;
	}

	/** The time when the next waiting webhook can continue; infinity when no webhook waits. */
	get nextAt(): number {
		return this.#waiting.firstKey;
	}

	get readyCount(): number {
		return this.#ready.size + this.#blocked.length;
	}

	/** Whether an operator webhook is ready to send. */
	get operatorsWait(): boolean {
		return this.#ready.favouredSize > 0;
	}

	hold(lane: Lane): void {
		this.#lanes.set(lane.webhookId, lane);
	}

	/** The webhook was removed or taken over; this process sends nothing more to it. */
	drop(lane: Lane): void {
		lane.lost = true;
		if (this.#lanes.get(lane.webhookId) === lane) this.#lanes.delete(lane.webhookId);
	}

	/**
	 * Makes the webhook ready to send, now or at the given time.
	 * @param now the time for which the caller decides. A wait that ends while it does must not make the webhook ready again
	 */
	queue(lane: Lane, at = 0, now = performance.now()): void {
		if (at > now) this.#waiting.add(at, lane);
		else this.#ready.add(ownerOf(lane), lane.passedOver ? Number.NEGATIVE_INFINITY : -newest(lane), lane);
	}

	/** The webhook is ready again once a request of another thread was answered. */
	park(lane: Lane, bucket: Bucket): void {
		lane.passedOver = true;
		const parked = this.#parked.get(bucket);
		if (parked) parked.push(lane);
		else this.#parked.set(bucket, [lane]);
	}

	/** Discord has answered a request that the bucket counts: those that wait for it try again, in the same order. */
	unpark(bucket: Bucket): void {
		const parked = this.#parked.get(bucket);
		if (!parked) return;
		this.#parked.delete(bucket);
		for (const lane of parked) this.queue(lane);
	}

	/** Discord blocks the IP address, as this webhook's request showed: it is sent after all that are ready. */
	block(lane: Lane): void {
		this.#blocked.push(lane);
	}

	/** Discord accepts requests again. */
	unblock(): void {
		for (const lane of this.#blocked) this.queue(lane);
		this.#blocked = [];
	}

	/** Marks webhooks as ready when their wait is over. */
	wakeWaiting(now: number): void {
		while (this.#waiting.firstKey <= now) this.queue(this.#waiting.takeFirst() as Lane);
	}

	/**
	 * Removes and returns the next ready webhook; undefined when there is none.
	 * @param accepts takes over a webhook for which it returns false, and which uses no turn of its owner
	 */
	takeReady(accepts: (lane: Lane) => boolean = () => true): Lane | undefined {
		const isNext = (lane: Lane) => !lane.lost && accepts(lane);
		const ready = this.#ready.takeFirst(isNext);
		if (ready) return ready;
		for (let lane = this.#blocked.shift(); lane; lane = this.#blocked.shift()) if (isNext(lane)) return lane;
		return undefined;
	}

	/** Removes and returns all webhooks without a request in progress, each with its remaining wait. */
	takeIdle(): Released[] {
		const now = performance.now();
		const idle: Released[] = [];
		for (;;) {
			const waitMs = Math.max(0, this.#waiting.firstKey - now);
			const lane = this.#waiting.takeFirst();
			if (!lane) break;
			if (!lane.lost) idle.push({ lane, waitMs, reason: null });
		}
		for (const bucket of this.#parked.keys()) this.unpark(bucket);
		for (let lane = this.takeReady(); lane; lane = this.takeReady()) idle.push({ lane, waitMs: 0, reason: null });
		return idle;
	}
}

/** When the webhook's newest message was queued, epoch ms. A message that was sent again by hand is not the last one. */
function newest(lane: Lane): number {
	let at = 0;
	for (const { queuedAt } of lane.jobs) at = Math.max(at, queuedAt);
	return at;
}

/** The owner whose budget the webhook's next message uses: the guild whose channel subscribed, or the operators. */
export function ownerOf(lane: Lane): string {
	return lane.jobs[0]?.guildId ?? OPERATORS;
}

/** The maximum number of webhooks held at a time. */
const MAX_LANES = 4000;
/**
 * With other processes, only as many as this one can send to in a few seconds, so that those with other addresses get
 * their part of a large event.
 */
const HELD_SECONDS = 3;
const FEWEST_LANES = 50;
/** Extra capacity for new deliveries, which are sent before deliveries that have waited for a long time. */
const EXTRA_SHARE = 0.5;
/**
 * Webhooks per claim: a small first claim, so that sending starts at once, then up to twice as many each time. A process
 * that holds many webhooks claims again when an eighth is free, because each claim is a transaction.
 */
const FIRST_CLAIM = 125;
const LARGEST_CLAIM = 500;

export interface ClaimerOptions {
	claims: Claims;
	leases: Leases;
	lanes: HeldLanes;
	recorder: Recorder;
	log: Logger;
	/** Returns how many messages this process can send per second; infinity while there is no other process. */
	perSecond: () => number;
	/** Called when webhooks were claimed. */
	onClaimed: () => void;
}

/** Decides when to claim webhooks, and how many: one claim at a time, until this process holds enough or none is due. */
export class Claimer {
	readonly #options: ClaimerOptions;
	/** The number of wake calls so far. A claim that started before the latest call may miss the newest deliveries. */
	#wakes = 0;
	/**
	 * The value of `#wakes` at the last search for due webhooks, and whether that search found more than was claimed.
	 */
	#searchedAt = 0;
	#moreDue = false;
	/** Deliveries were queued since the last claim began. */
	#queued = false;
	/** The claim in progress. */
	#claiming: Promise<void> | undefined;
	#claimSize = FIRST_CLAIM;
	#stopping = false;

	constructor(options: ClaimerOptions) {
		this.#options = options;
	}

	/** Claims and searches again: new deliveries go before those that the last search found. */
	wake(): void {
		this.#wakes++;
		void this.claim();
	}

	/** More deliveries of a message were queued. Does not search again while the last search's results last. */
	queued(): void {
		this.#queued = true;
		void this.claim();
	}

	stop(): void {
		this.#stopping = true;
	}

	/** Resolves once the claim in progress is over. Webhooks that it claims are not among the held ones before that. */
	async settled(): Promise<void> {
		await this.#claiming;
	}

	/** Whether the webhook may have more due deliveries than this process has loaded. */
	mayHaveMore(lane: Lane): boolean {
		return lane.more || lane.jobs.length > 0 || lane.wakes !== this.#wakes;
	}

	/** Whether the last search found more webhooks than were claimed. */
	get moreDue(): boolean {
		return this.#moreDue;
	}

	/** Never rejects. */
	async claim(): Promise<void> {
		const { lanes, recorder, perSecond } = this.#options;
		const wakes = this.#wakes;
		const woken = wakes !== this.#searchedAt;
		const max = Math.min(MAX_LANES, Math.max(FEWEST_LANES, Math.ceil(perSecond() * HELD_SECONDS)));
		const free = Math.floor(max * (woken ? 1 + EXTRA_SHARE : 1)) - lanes.size;
		// Claim only after pending results are written: until then, the database still lists sent messages as due.
		if (this.#claiming || this.#stopping || recorder.stuck || free < (woken ? 1 : max / 8)) return;
		this.#queued = false;
		this.#claiming = this.#claimUpTo(free, woken);
		await this.#claiming;
		this.#claiming = undefined;
		// Deliveries were queued during the search, so it may have missed them.
		if (this.#moreDue || this.#queued || this.#wakes !== wakes) setImmediate(() => void this.claim());
	}

	/** Never rejects. */
	async #claimUpTo(free: number, woken: boolean): Promise<void> {
		const { claims, lanes, recorder, log, onClaimed } = this.#options;
		const wakes = this.#wakes;
		const again = woken || !this.#moreDue;
		this.#moreDue = false;
		try {
			const { lanes: claimed, more } = await claims.claim(Math.min(free, this.#claimSize), again);
			this.#searchedAt = wakes;
			this.#moreDue = more;
			this.#claimSize = more ? Math.min(LARGEST_CLAIM, this.#claimSize * 2) : FIRST_CLAIM;
			// With every claim: a manual resend extends a message's expiry time.
			await claims.loadMessages(claimed);
			for (const lane of await this.#renewed(claimed)) {
				lane.wakes = wakes;
				lanes.hold(lane);
				if (lane.jobs.length > 0) lanes.queue(lane);
				else recorder.release(lane);
			}
			onClaimed();
		} catch (error) {
			log.error({ err: error }, 'claiming deliveries failed');
		}
	}

	/**
	 * Renews the leases of claimed webhooks if a slow database used up most of them before anything could be sent.
	 * @returns the webhooks that this process still holds
	 */
	async #renewed(claimed: readonly Lane[]): Promise<readonly Lane[]> {
		if (claimed.every(({ leaseEnd }) => leaseLeftMs(leaseEnd) > LEASE_MS / 2)) return claimed;
		const held = await this.#options.leases.renew(claimed.map(({ webhookId }) => webhookId));
		return claimed.flatMap((lane) => {
			const renewed = held.get(lane.webhookId);
			return renewed ? [Object.assign(lane, renewed)] : [];
		});
	}
}
