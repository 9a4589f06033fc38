import type { Answer } from '@dropwire/retailers';
import { expect, test } from 'vitest';
import { aSnapshot } from '../../testing.ts';
import type { Digests, TrackedProduct } from '../state/productStates.ts';
import { digestOf, type ProductState } from '../state/products.ts';
import { OldAnswers } from './oldAnswers.ts';

const AT = 1_790_000_000_000;
const MIN = 60_000;
const known = aSnapshot({ sku: 'A', available: false });
const changed = aSnapshot({ sku: 'A', available: true });

function aProduct(checkedAt: number): TrackedProduct {
	const stored = { seen: true, checkedAt } as ProductState;
	return { stored, unchecked: undefined, oldSince: undefined, cached: undefined, habit: -1, paceClass: null };
}

/** The answer that counts, where the product was last checked a second ago. */
function check(ages: readonly number[], snapshot = changed): (Answer | undefined)[] {
	const product = aProduct(AT - 1000);
	const isSettled = (_: string, digests: Digests) => digests.get('A') === digestOf(known);
	const old = new OldAnswers({ track: () => product, isSettled });
	return ages.map((ageMs, index) => {
		const answer: Answer = { kind: 'read', snapshot, ageMs };
		return old.without('US', new Map([['A', answer]]), AT + index * 30_000).get('A');
	});
}

test('an answer older than the last check is not compared', () => {
	const [first, second, third, fresh, again] = check([40 * MIN, 40 * MIN, 41 * MIN, 0, 40 * MIN]);
	expect([first, second]).toEqual([undefined, undefined]);
	expect(third).toEqual({
		kind: 'blocked',
		reason: "unreachable: the shop's cache answered with a page of 41 min ago, older than the last check",
		retryAfterMs: null,
	});
	expect(fresh).toMatchObject({ kind: 'read' });
	expect(again).toBeUndefined();
});

test.each([
	['of another server of the cache, which is newer than what is known', 5, 'read'],
	['one of whose pages is as old as before', 10.5, 'read'],
	['that is older than what is known', 12, undefined],
] as const)('a cached change is compared with the age of what is known: %s', (_, age, kind) => {
	const product = aProduct(AT);
	const state = product.stored as ProductState;
	const isSettled = (_region: string, digests: Digests) => digests.get('A') === digestOf(known);
	const old = new OldAnswers({ track: () => product, isSettled });
	const read = (snapshot: typeof known, ageMs: number, at: number) =>
		old.without('US', new Map<string, Answer>([['A', { kind: 'read', snapshot, ageMs }]]), at).get('A');
	expect(read(known, 10 * MIN, AT)).toMatchObject({ kind: 'read' });
	expect(read(changed, age * MIN, AT + MIN / 2)?.kind).toBe(kind);
	// A change that a second check must confirm.
	state.checkedAt = AT + MIN / 2;
	expect(read(changed, (age + 0.5) * MIN, AT + MIN)?.kind).toBe(kind);
});

test('an unchanged or recent cached answer counts as a check', () => {
	expect(check([600 * MIN], known)).toMatchObject([{ kind: 'read' }]);
	expect(check([MIN])).toMatchObject([{ kind: 'read' }]);
});

test.each([
	['that a cache has kept', true, 'read'],
	['of the shop itself', false, undefined],
])('after "not modified" %s, a change of another server of the cache is compared with its age', (_, isCached, kind) => {
	const product = aProduct(AT);
	const state = product.stored as ProductState;
	state.digest = digestOf(known);
	const isSettled = (_region: string, digests: Digests) => digests.get('A') === state.digest;
	const old = new OldAnswers({ track: () => product, isSettled });
	for (let at = AT + MIN; at <= AT + 6 * MIN; at += MIN) {
		old.noteUnchanged('US', ['A'], isCached ? at - AT : 0, at);
		state.checkedAt = at;
	}
	// The shop changed after five minutes, and one server of the cache had that at once.
	const answer: Answer = { kind: 'read', snapshot: changed, ageMs: 1.5 * MIN };
	expect(old.without('US', new Map([['A', answer]]), AT + 6.5 * MIN).get('A')?.kind).toBe(kind);
	// What is older than "not modified" stays old.
	const older: Answer = { ...answer, ageMs: 8 * MIN };
	state.checkedAt = AT + 6 * MIN;
	expect(old.without('US', new Map([['A', older]]), AT + 6.5 * MIN).get('A')).toBeUndefined();
});
