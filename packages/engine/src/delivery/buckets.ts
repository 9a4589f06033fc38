import type { Answer, Outcome } from '../discord/sender.ts';
import type { Job, Lane } from './lane.ts';
import { USED_UP } from './settle.ts';

/** From this number of buckets on, those that no lane has to wait for are forgotten. */
const MANY_BUCKETS = 10_000;

/**
 * What Discord counts together: the new messages of one of its webhooks, or its edits, in all threads. Their lanes share
 * the bucket; one that is alone never waits for it. Times use the monotonic clock, ms.
 */
export class Bucket {
	#inFlight = 0;
	/** How many more requests Discord certainly accepts. */
	#left = 0;
	/** The fewest that remained by the answers since none was in flight: answers can arrive in another order. */
	#fewest = Number.POSITIVE_INFINITY;
	/** The longest wait that Discord ordered. The lane whose request it answered waits without the bucket. */
	#wait = { until: 0, webhookId: 0, reason: '' };

	/** Whether the next request has to wait for the answer to another one. */
	get isFull(): boolean {
		return this.#inFlight > 0 && this.#left <= 0;
	}

	/** Whether no lane has to wait for it. */
	isIdle(now: number): boolean {
		return this.#inFlight === 0 && this.#wait.until <= now;
	}

	/** The wait that Discord ordered in its answer to another lane; null for none. */
	ordered({ webhookId }: Lane, now: number): Extract<Outcome, { kind: 'limited' }> | null {
		const { until, webhookId: waiting, reason } = this.#wait;
		if (until <= now || webhookId === waiting) return null;
		return { kind: 'limited', scope: 'route', waitMs: until - now, reason };
	}

	/** Counts a request. Call `answered` once Discord has answered, or did not answer in time. */
	take(): void {
		this.#inFlight++;
		this.#left--;
	}

	answered({ webhookId }: Lane, { outcome, busyMs, remaining }: Answer, now: number): void {
		this.#inFlight--;
		const limited = outcome.kind === 'limited' && outcome.scope === 'route' ? outcome : null;
		const waitMs = Math.max(busyMs, limited?.waitMs ?? 0);
		const until = now + waitMs;
		if (waitMs > 0 && until > this.#wait.until) this.#wait = { until, webhookId, reason: limited?.reason ?? USED_UP };
		this.#fewest = Math.min(this.#fewest, waitMs > 0 ? 0 : remaining);
		if (this.#inFlight > 0) return;
		this.#left = this.#fewest;
		this.#fewest = Number.POSITIVE_INFINITY;
	}
}

/** The buckets of the webhooks that this process has sent to. */
export class Buckets {
	readonly #buckets = new Map<string, Bucket>();

	/** The bucket of a job of the lane. */
	of({ discordId }: Lane, { target }: Job): Bucket {
		const key = target === null ? discordId : `edits ${discordId}`;
		let bucket = this.#buckets.get(key);
		if (!bucket) {
			if (this.#buckets.size >= MANY_BUCKETS) this.#forgetIdle();
			this.#buckets.set(key, (bucket = new Bucket()));
		}
		return bucket;
	}

	#forgetIdle(): void {
		const now = performance.now();
		for (const [key, bucket] of this.#buckets) if (bucket.isIdle(now)) this.#buckets.delete(key);
	}
}
