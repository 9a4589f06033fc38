import type { Answer } from '@dropwire/retailers';
import { isAfterPause, type JumpedSince } from '../../product/evaluate.ts';
import { isAboutIdentity } from '../../product/identity.ts';
import { GONE_TOGETHER, isOutage } from '../../sources/outage.ts';
import type { StoredStates } from '../state/productStates.ts';
import type { ProductState } from '../state/products.ts';

const OUTAGE: Answer = { kind: 'blocked', reason: GONE_TOGETHER, retryAfterMs: null };
/** A product that was blocked for longer before another one was missed says nothing about an outage, ms. */
const LONG_BLOCKED_MS = 6 * 3_600_000;

/**
 * Holds back what a shop-wide outage would make gone. The first answer without a known product passes: nothing follows
 * from it yet. A later one passes once most of the shop's known products were read since the product was last found or first
 * missed. Until then it is left out, or blocked if most products are missing. After a day the shop counts as closed, and
 * the answer is a new baseline. Pure.
 * @param watched the SKUs that this process watches at the shop, in the region of the answers
 * @param states the states of products before these answers; a product without one has not been loaded yet
 * @returns the same answers if all pass
 */
export function withoutOutage(
	answers: ReadonlyMap<string, Answer>,
	watched: Iterable<string>,
	states: StoredStates,
	at: number,
	jumpedSince?: JumpedSince,
): ReadonlyMap<string, Answer> {
	const repeated = new Map<string, ProductState>();
	for (const [sku, { kind }] of answers) {
		const state = states.get(sku);
		if (kind === 'gone' && state && isMissing(state) && !isAfterPause(state, at, { jumpedSince }))
			repeated.set(sku, state);
	}
	if (repeated.size === 0) return answers;
	const since = Math.max(...[...repeated.values()].map(({ checkedAt }) => checkedAt));
	let [known, missing, read] = [0, 0, 0];
	for (const sku of watched) {
		const state = states.get(sku);
		const kind = answers.get(sku)?.kind;
		if (state?.digest === null || (kind !== 'read' && state && saysNothing(state, since))) continue;
		known++;
		if (kind === 'gone' || (kind === undefined && state && isMissing(state))) missing++;
		else if (kind === 'read' || (state && wasRead(state, since))) read++;
	}
	if (!isOutage(known - read, known)) return answers;
	const isOut = isOutage(missing, known);
	return new Map(
		[...answers].flatMap(([sku, answer]) => {
			if (!repeated.has(sku)) return [[sku, answer]];
			return isOut ? [[sku, OUTAGE]] : [];
		}),
	);
}

/** Whether the last check did not find a product whose snapshot is kept. */
function isMissing({ digest, goneChecks, blockedReason: reason }: ProductState): boolean {
	return digest !== null && (goneChecks > 0 || reason === GONE_TOGETHER);
}

/** Whether a product cannot be read for reasons of its own: its link shows something else, or has been unreadable for long. */
function saysNothing({ blockedReason: reason, blockedSince }: ProductState, since: number): boolean {
	if (reason === null || reason === GONE_TOGETHER) return false;
	return isAboutIdentity(reason) || (blockedSince !== null && blockedSince < since - LONG_BLOCKED_MS);
}

function wasRead({ blockedReason: reason, checkedAt }: ProductState, since: number): boolean {
	return reason === null && checkedAt >= since;
}
