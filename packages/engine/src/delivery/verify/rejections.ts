import { BAN_WINDOW_MS } from '../../discord/invalidAnswers.ts';

/**
 * Counts the responses per webhook owner that count towards Discord's ban. An owner with too many is skipped until the
 * oldest response no longer counts, so that no owner can use up the limit that all share.
 */
export class Rejections {
	readonly #max: (owner: string) => number;
	readonly #times = new Map<string, number[]>();

	/** @param max maximum responses per owner in ten minutes */
	constructor(max: (owner: string) => number) {
		this.#max = max;
	}

	add(owner: string, now = performance.now()): void {
		this.#times.set(owner, [...this.#recent(owner, now), now]);
	}

	/** How long to skip this owner's webhooks, ms; 0 if they can be verified now. */
	waitMs(owner: string, now = performance.now()): number {
		const recent = this.#recent(owner, now);
		const oldest = recent.at(-this.#max(owner));
		return oldest === undefined ? 0 : Math.ceil(oldest + BAN_WINDOW_MS - now);
	}

	/** The owners to skip for now. */
	waiting(now = performance.now()): string[] {
		return [...this.#times.keys()].filter((owner) => this.waitMs(owner, now) > 0);
	}

	#recent(owner: string, now: number): number[] {
		const recent = (this.#times.get(owner) ?? []).filter((at) => now - at < BAN_WINDOW_MS);
		if (recent.length === 0) this.#times.delete(owner);
		else this.#times.set(owner, recent);
		return recent;
	}
}
