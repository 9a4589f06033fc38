import { blockedReason, type Region } from '@dropwire/domain';
import type { Answer } from '@dropwire/retailers';
import { type Digests, digestsOf, type StateCache } from '../state/stateCache.ts';

/** From this age on, a cache's answer can be older than the last check; products are blocked after as long, ms. */
const OLD_MS = 60_000;
/** Ages are whole seconds, and answers arrive at different speeds: by so much, answers of the same time can differ, ms. */
const ALIKE_MS = 5000;

/**
 * Answers of shops' caches that are older than what is known. One that says something else is a step back, as from another
 * server of the cache, and no news. What is known is as old as the answer that said it, which a cache can have kept, too;
 * if that is unknown, as the last check.
 */
export class OldAnswers {
	readonly #states: Pick<StateCache, 'get' | 'isSettled'>;
	/** Since when the answers about a product are old, by region and SKU. */
	readonly #since = new Map<string, number>();
	/** The last answers of caches that counted: when they were read and when the shop gave them, by region and SKU. */
	readonly #counted = new Map<string, { digests: Digests; at: number; givenAt: number }>();

	constructor(states: Pick<StateCache, 'get' | 'isSettled'>) {
		this.#states = states;
	}

	/** The answers without old ones, or with their products blocked if they persist. @returns the same answers if none is old */
	without(region: Region, answers: ReadonlyMap<string, Answer>, at: number): ReadonlyMap<string, Answer> {
		const newer = new Map(answers);
		let found = false;
		for (const [sku, answer] of answers) {
			const key = `${region} ${sku}`;
			const ageMs = answer.kind === 'read' ? (answer.ageMs ?? 0) : 0;
			if (!this.#isOld(region, sku, answer, { ageMs, at })) {
				this.#since.delete(key);
				this.#note(region, sku, answer, { ageMs, at });
				continue;
			}
			found = true;
			const since = this.#since.get(key) ?? at;
			this.#since.set(key, since);
			if (at - since < OLD_MS) newer.delete(sku);
			else newer.set(sku, blockedBy(ageMs));
		}
		return found ? newer : answers;
	}

	#isOld(region: Region, sku: string, answer: Answer, { ageMs, at }: { ageMs: number; at: number }): boolean {
		if (ageMs <= OLD_MS) return false;
		const state = this.#states.get(region, sku);
		if (!state?.seen) return false;
		const givenAt = this.#givenAt(region, sku);
		if (at - ageMs >= (givenAt === null ? state.checkedAt : givenAt - ALIKE_MS)) return false;
		return !this.#states.isSettled(region, digestsOf(new Map([[sku, answer]])));
	}

	#note(region: Region, sku: string, answer: Answer, { ageMs, at }: { ageMs: number; at: number }): void {
		const key = `${region} ${sku}`;
		if (ageMs === 0) {
			if (answer.kind !== 'blocked') this.#counted.delete(key);
			return;
		}
		const givenAt = Math.max(at - ageMs, this.#givenAt(region, sku) ?? 0);
		this.#counted.set(key, { digests: digestsOf(new Map([[sku, answer]])), at, givenAt });
	}

	/**
	 * When the shop gave the answer that said what is known, epoch ms. Null if no cache kept it, or if another check was the
	 * last, as that of another process, and found something else.
	 */
	#givenAt(region: Region, sku: string): number | null {
		const counted = this.#counted.get(`${region} ${sku}`);
		if (!counted) return null;
		const isLast = counted.at >= (this.#states.get(region, sku)?.checkedAt ?? 0);
		return isLast || this.#states.isSettled(region, counted.digests) ? counted.givenAt : null;
	}
}

function blockedBy(ageMs: number): Answer {
	const words = `the shop's cache answered with a page of ${Math.round(ageMs / 60_000)} min ago, older than the last check`;
	return { kind: 'blocked', reason: blockedReason('unreachable', words), retryAfterMs: null };
}
