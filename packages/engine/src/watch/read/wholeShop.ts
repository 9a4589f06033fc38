import type { Answer } from '@dropwire/retailers';
import { isAfterPause, type JumpedSince } from '../../product/evaluate.ts';
import { isAboutIdentity } from '../../product/identity.ts';
import { GONE_AFTER_PAUSE, GONE_TOGETHER, isMissing, isOutage } from '../../sources/outage.ts';
import type { StoredStates } from '../state/productStates.ts';
import type { ProductState } from '../state/products.ts';

const OUTAGE: Answer = { kind: 'blocked', reason: GONE_TOGETHER, retryAfterMs: null };
const UNCONFIRMED: Answer = { kind: 'blocked', reason: GONE_AFTER_PAUSE, retryAfterMs: null };
/** A product that was blocked for longer before another one was missed says nothing about an outage, ms. */
const LONG_BLOCKED_MS = 6 * 3_600_000;

/**
 * Holds back what a shop-wide outage would make gone. The first answer without a known product passes: nothing follows
 * from it yet. After a long pause it would be a new baseline, so it is blocked. A later one passes once most of the shop's
 * known products were read since the product was first missed. Until then it is left out, or blocked if most products are
 * missing. After a day the shop counts as closed, and the answer is a new baseline. Pure.
 * @param watched the SKUs that this process watches at the shop, in the region of the answers
 * @param states the states of products before these answers; a product without one has not been loaded yet
 */
export function withoutOutage(
	answers: ReadonlyMap<string, Answer>,
	watched: Iterable<string>,
	states: StoredStates,
	at: number,
	jumpedSince?: JumpedSince,
): ReadonlyMap<string, Answer> {
	/** What replaces an answer; null for one that is left out. */
	const held = new Map<string, Answer | null>();
	/** When the products that are missing again were first missed. */
	const repeated = new Map<string, number>();
	for (const [sku, { kind }] of answers) {
		const state = states.get(sku);
		if (kind !== 'gone' || !state || state.digest === null) continue;
		const firstMissed = missingSince(state);
		const isLate = isAfterPause({ checkedAt: firstMissed ?? state.checkedAt }, at, { jumpedSince });
		if (firstMissed === null && isLate) held.set(sku, UNCONFIRMED);
		else if (firstMissed !== null && !isLate) repeated.set(sku, firstMissed);
	}
	if (held.size + repeated.size === 0) return answers;
	const since = Math.max(...repeated.values());
	let [known, missing, read] = [0, 0, 0];
	for (const sku of watched) {
		const state = states.get(sku);
		const kind = answers.get(sku)?.kind;
		if (state?.digest === null || (kind !== 'read' && state && saysNothing(state, since))) continue;
		known++;
		if (kind === 'gone' || (kind === undefined && state && missingSince(state) !== null)) missing++;
		else if (kind === 'read' || (state && wasRead(state, since))) read++;
	}
	if (isOutage(known - read, known)) {
		const isOut = isOutage(missing, known);
		for (const sku of repeated.keys()) held.set(sku, isOut ? OUTAGE : null);
	}
	return new Map(
		[...answers].flatMap(([sku, answer]) => {
			const instead = held.get(sku);
			return instead === null ? [] : [[sku, instead ?? answer]];
		}),
	);
}

/** When a product whose snapshot is kept was first missed, epoch ms; null if the last check found it, or could not. */
function missingSince({ digest, goneChecks, checkedAt, blockedReason, blockedSince }: ProductState): number | null {
	if (digest === null) return null;
	return isMissing(blockedReason) ? blockedSince : goneChecks > 0 ? checkedAt : null;
}

/** Whether a product cannot be read for reasons of its own: its link shows something else, or has been unreadable for long. */
function saysNothing({ blockedReason: reason, blockedSince }: ProductState, since: number): boolean {
	if (reason === null || isMissing(reason)) return false;
	return isAboutIdentity(reason) || (blockedSince !== null && blockedSince < since - LONG_BLOCKED_MS);
}

function wasRead({ blockedReason: reason, checkedAt }: ProductState, since: number): boolean {
	return reason === null && checkedAt >= since;
}
