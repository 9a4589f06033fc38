import { blockedReason, type Region } from '@dropwire/domain';
import type { Answer } from '@dropwire/retailers';
import { digestsOf, type StateCache } from './stateCache.ts';

/** From this age on, a cache's answer can be older than the last check; products are blocked after as long, ms. */
const OLD_MS = 60_000;

/**
 * Answers of shops' caches that are older than the last check. One that says something else than is known is a step back,
 * as from another server of the cache, and no news.
 */
export class OldAnswers {
	readonly #states: Pick<StateCache, 'get' | 'isSettled'>;
	/** Since when the answers about a product are old, by region and SKU. */
	readonly #since = new Map<string, number>();

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
		if (!state?.seen || at - ageMs >= state.checkedAt) return false;
		return !this.#states.isSettled(region, digestsOf(new Map([[sku, answer]])));
	}
}

function blockedBy(ageMs: number): Answer {
	const words = `the shop's cache answered with a page of ${Math.round(ageMs / 60_000)} min ago, older than the last check`;
	return { kind: 'blocked', reason: blockedReason('unreachable', words), retryAfterMs: null };
}
