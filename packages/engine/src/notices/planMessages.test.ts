import { expect, test } from 'vitest';
import { planMessages } from './planMessages.ts';

const NOW = 1_800_000_000_000;
const due = (watchIds: number[]) => watchIds.map((watchId, n) => ({ id: n + 1, watchId, sentWith: null }));
const upTo = (count: number, from = 1) => Array.from({ length: count }, (_, n) => from + n);
const sent = (watchIds: number[], sentWith?: number) =>
	watchIds.map((watchId) => ({ watchId, sentWith: sentWith ?? watchId, sentAt: NOW }));

test('the events of one product are one message, in the order of the first', () => {
	expect(planMessages(due([7, 8, 7]), [])).toEqual({ messages: [[1, 3], [2]], deferred: [] });
});

test('a product waits for 60 seconds after its last notice', () => {
	const plan = planMessages(due([7, 8]), sent([7]));
	expect(plan).toEqual({ messages: [[2]], deferred: [{ ids: [1], until: NOW + 60_000 }] });
});

test('more than ten products are one message, and ten are ten', () => {
	expect(planMessages(due(upTo(10)), []).messages).toHaveLength(10);
	expect(planMessages(due(upTo(11)), []).messages).toEqual([upTo(11)]);
});

test('products beyond ten within a minute are one list, and those after a list wait', () => {
	const plan = planMessages(due(upTo(4, 100)), sent(upTo(8)));
	expect(plan).toEqual({ messages: [[1], [2], [3, 4]], deferred: [] });
	const after = planMessages(due([200]), [...sent(upTo(9)), ...sent([50, 51], 50)]);
	expect(after).toEqual({ messages: [], deferred: [{ ids: [1], until: NOW + 60_000 }] });
});

test('a message that was tried is tried again with the same notices', () => {
	const tried = { id: 1, watchId: 7, sentWith: 1 };
	const { messages } = planMessages([tried, { id: 2, watchId: 7, sentWith: null }], []);
	expect(messages).toEqual([[1], [2]]);
});
