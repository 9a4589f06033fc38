import { OPERATORS } from './discord/budget.ts';
import { FairQueue } from './fairQueue.ts';
import type { Lane, Outgoing } from './lane.ts';
import type { Released } from './recorder.ts';
import { SortedList } from '../sortedList.ts';

/** The cache size above which messages that no held webhook needs are removed. */
const KEPT_MESSAGES = 1000;

/** The webhooks that this process holds: webhooks ready to send, waiting webhooks, and their messages. */
export class HeldLanes {
	readonly #lanes = new Map<number, Lane>();
	/** Webhooks that can send their first message now. */
	readonly #ready = new FairQueue<Lane>(OPERATORS);
	/** Waiting webhooks, sorted by the time when they can continue (monotonic clock). */
	readonly #waiting = new SortedList<Lane>();
	readonly #messages = new Map<number, Outgoing>();

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
		return this.#ready.size;
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

	/** Marks webhooks as ready when their wait is over. */
	wakeWaiting(now: number): void {
		while (this.#waiting.firstKey <= now) this.queue(this.#waiting.takeFirst() as Lane);
	}

	/** Removes and returns the next ready webhook; undefined when there is none. */
	takeReady(): Lane | undefined {
		for (;;) {
			const lane = this.#ready.takeFirst();
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
			if (!lane.lost) idle.push({ lane, waitMs });
		}
		for (let lane = this.takeReady(); lane; lane = this.takeReady()) idle.push({ lane, waitMs: 0 });
		return idle;
	}

	message(id: number): Outgoing | undefined {
		return this.#messages.get(id);
	}

	keepMessages(found: ReadonlyMap<number, Outgoing>): void {
		if (this.#messages.size > KEPT_MESSAGES) {
			const held = messagesOf(this.#lanes.values());
			for (const id of this.#messages.keys()) if (!held.has(id)) this.#messages.delete(id);
		}
		for (const [id, message] of found) this.#messages.set(id, message);
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

/** The IDs of the messages that these webhooks will send. */
export function messagesOf(lanes: Iterable<Lane>): Set<number> {
	const ids = new Set<number>();
	for (const lane of lanes) for (const job of lane.jobs) ids.add(job.messageId);
	return ids;
}
