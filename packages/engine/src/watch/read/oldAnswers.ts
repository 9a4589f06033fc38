import { blockedReason, type Region } from '@dropwire/domain';
import type { Answer } from '@dropwire/retailers';
import { digestsOf, type ProductStates, type TrackedProduct } from '../state/productStates.ts';
import { digestOf } from '../state/products.ts';

/** From this age on, a cache's answer can be older than the last check; products are blocked after as long, ms. */
const OLD_MS = 60_000;
/** Ages are whole seconds, and answers arrive at different speeds: by so much, answers of the same time can differ, ms. */
const ALIKE_MS = 5000;

/** An answer about a product, which a cache has kept for `ageMs`, read at `at`. */
interface Given {
	region: Region;
	sku: string;
	product: TrackedProduct;
	answer: Answer;
	ageMs: number;
	at: number;
}

/**
 * Answers of shops' caches that are older than what is known. One that says something else is a step back, as from another
 * server of the cache, and no news. What is known is as old as the answer that said it, which a cache can have kept, too;
 * if that is unknown, as the last check.
 */
export class OldAnswers {
	readonly #states: Pick<ProductStates, 'track' | 'isSettled'>;

	constructor(states: Pick<ProductStates, 'track' | 'isSettled'>) {
		this.#states = states;
	}

	/** The answers without old ones, or with their products blocked if they persist. @returns the same answers if none is old */
	without(region: Region, answers: ReadonlyMap<string, Answer>, at: number): ReadonlyMap<string, Answer> {
		const newer = new Map(answers);
		let found = false;
		for (const [sku, answer] of answers) {
			const product = this.#states.track(region, sku);
			const ageMs = answer.kind === 'read' ? (answer.ageMs ?? 0) : 0;
			const given: Given = { region, sku, product, answer, ageMs, at };
			if (!this.#isOld(given)) {
				product.oldSince = undefined;
				this.#note(given);
				continue;
			}
			found = true;
			product.oldSince ??= at;
			if (at - product.oldSince < OLD_MS) newer.delete(sku);
			else newer.set(sku, blockedBy(ageMs));
		}
		return found ? newer : answers;
	}

	#isOld(given: Given): boolean {
		const { product, ageMs, at } = given;
		if (ageMs <= OLD_MS || !product.stored?.seen) return false;
		const givenAt = this.#givenAt(given);
		if (at - ageMs >= (givenAt === null ? product.stored.checkedAt : givenAt - ALIKE_MS)) return false;
		return !this.#states.isSettled(given.region, digestsOf(new Map([[given.sku, given.answer]])));
	}

	/** Takes note that a shop, or a cache that kept this for `ageMs`, said that nothing has changed. */
	noteUnchanged(region: Region, skus: readonly string[], ageMs: number, at: number): void {
		for (const sku of skus) {
			const product = this.#states.track(region, sku);
			product.oldSince = undefined;
			this.#noteAge({ region, sku, product, ageMs, at }, product.stored?.digest ?? null);
		}
	}

	#note(given: Given): void {
		const { answer } = given;
		if (answer.kind !== 'blocked') this.#noteAge(given, answer.kind === 'read' ? digestOf(answer.snapshot) : null);
	}

	#noteAge(given: Omit<Given, 'answer'>, digest: string | null): void {
		const { product, ageMs, at } = given;
		const givenAt = Math.max(at - ageMs, this.#givenAt(given) ?? 0);
		product.cached = ageMs > 0 ? { digest, at, givenAt } : undefined;
	}

	/**
	 * When the shop gave the answer that said what is known, epoch ms. Null if no cache kept it, or if another check was the
	 * last, as that of another process, and found something else.
	 */
	#givenAt({ region, sku, product: { cached, stored } }: Omit<Given, 'answer'>): number | null {
		if (!cached) return null;
		const isLast = cached.at >= (stored?.checkedAt ?? 0);
		return isLast || this.#states.isSettled(region, new Map([[sku, cached.digest]])) ? cached.givenAt : null;
	}
}

function blockedBy(ageMs: number): Answer {
	const words = `the shop's cache answered with a page of ${Math.round(ageMs / 60_000)} min ago, older than the last check`;
	return { kind: 'blocked', reason: blockedReason('unreachable', words), retryAfterMs: null };
}
