import type { CheckKind } from '@dropwire/domain';
import type { Answer, ProductSnapshot } from '@dropwire/retailers';
import { type CheckFacts, type Decision, evaluate, wasInQuietTime } from '../../product/evaluate.ts';
import { findingOf, type Found } from '../../why/finding.ts';
import type { StoredStates } from '../state/productStates.ts';
import type { FirstCheck, ProductState } from '../state/products.ts';

/** A product that was read or found gone. */
export interface Checked {
	sku: string;
	product: ProductState;
	/** The stored snapshot, with the sizes' names in the answer. Null if the product was gone, or if the answer is the same. */
	before: ProductSnapshot | null;
	decision: Exclude<Decision, { kind: 'blocked' }>;
}

/** The changes from a batch's answers, by product. */
export interface Effects {
	/** Products that are not stored yet. */
	first: FirstCheck[];
	/** Products that are blocked for a different reason than the stored one. */
	blocked: { product: ProductState; reason: string }[];
	/** Products that were blocked until now. */
	unblocked: ProductState[];
	checked: Checked[];
	/** What the check of each product found. */
	found: Map<string, Found>;
}

/**
 * Evaluates a batch's answers. Pure: stores and changes nothing. Skips SKUs without an answer, and SKUs that were
 * removed from their lists while the shop answered.
 * @param befores the stored snapshots of the products whose answers differ from them; all others have not changed
 */
export function effectsOf(
	answers: ReadonlyMap<string, Answer>,
	products: StoredStates,
	befores: ReadonlyMap<string, ProductSnapshot | null>,
	watched: ReadonlyMap<string, readonly CheckKind[]>,
	options: Omit<CheckFacts, 'watched'>,
): Effects {
	const effects: Effects = { first: [], blocked: [], unblocked: [], checked: [], found: new Map() };
	for (const [sku, answer] of answers) {
		const kinds = watched.get(sku);
		if (!kinds) continue;
		const product = products.get(sku);
		const before = befores.get(sku);
		const decision =
			product?.seen && before === undefined && answer.kind !== 'blocked'
				? unchanged(product, answer, options.quietMs)
				: evaluate(product?.seen ? { ...product, snapshot: before ?? null } : null, answer, {
						...options,
						watched: kinds,
					});
		effects.found.set(sku, findingOf(decision, answer.kind, !product?.seen));
		if (decision.kind === 'blocked') {
			const { reason } = decision;
			if (!product) effects.first.push({ sku, snapshot: null, buyableSince: null, blockedReason: reason });
			else if (product.blockedReason !== reason) effects.blocked.push({ product, reason });
		} else if (!product) {
			if (decision.kind === 'baseline') {
				const { snapshot, buyableSince } = decision;
				effects.first.push({ sku, snapshot, buyableSince, blockedReason: null });
			}
		} else {
			if (product.blockedReason !== null) effects.unblocked.push(product);
			effects.checked.push({ sku, product, before: decision.before ?? before ?? null, decision });
		}
	}
	return effects;
}

/** The decision about an answer that is the stored snapshot. */
function unchanged(
	product: ProductState,
	answer: Exclude<Answer, { kind: 'blocked' }>,
	quietMs?: number,
): Extract<Decision, { kind: 'same' }> {
	const found = answer.kind === 'read' ? answer.snapshot : null;
	return { kind: 'same', goneChecks: 0, ...(wasInQuietTime(product, quietMs) && { found }) };
}
