import { OPERATORS } from '../discord/budget.ts';
import { FairQueue } from './fairQueue.ts';
import type { Lane } from './lane.ts';
import type { Released } from './recorder.ts';
import { SortedList } from '../process/sortedList.ts';

/** The webhooks that this process holds: ready to send, or waiting. */
export class HeldLanes {
	readonly #lanes = new Map<number, Lane>();
	/** Webhooks that can send their first message now. */
	readonly #ready = new FairQueue<Lane>(OPERATORS);
	/** Webhooks whose request showed that Discord blocks the IP address. The others ask first whether it still does. */
	#blocked: Lane[] = [];
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

	/** Makes the webhook ready to send, now or at the given time. */
	queue(lane: Lane, at = 0): void {
		if (at > performance.now()) this.#waiting.add(at, lane);
		else this.#ready.add(ownerOf(lane), -newest(lane), lane);
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

	/** Removes and returns the next ready webhook; undefined when there is none. */
	takeReady(): Lane | undefined {
		for (;;) {
			const lane = this.#ready.takeFirst() ?? this.#blocked.shift();
			if (!lane?.lost) return lane;
		}
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
