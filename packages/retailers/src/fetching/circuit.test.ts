import { expect, test } from 'vitest';
import { Circuit, type Turn } from './circuit.ts';
import { failure, type FetchFailure } from './failure.ts';
import { isFailure } from './webClient.ts';

const turnOf = (circuit: Circuit, now: number): Turn => {
	const turn = circuit.begin(now);
	if (isFailure(turn)) throw new Error(`The host is left alone: ${turn.words}`);
	return turn;
};
const isSent = (circuit: Circuit, now: number) => {
	const turn = circuit.begin(now);
	if (isFailure(turn)) return false;
	turn.end();
	return true;
};
const fail = (circuit: Circuit, failed: FetchFailure, now: number) => {
	const turn = turnOf(circuit, now);
	turn.failed(failed, now);
	turn.end();
};

test('the pauses of a circuit double up to 15 minutes, with one request in between', () => {
	const circuit = new Circuit();
	const failed = failure('unreachable', 'Shoes did not answer in time');
	for (let count = 0; count < 5; count++) fail(circuit, failed, 0);
	expect(circuit.begin(29_000)).toEqual({ ...failed, isUnsent: true, retryAfterMs: 1000 });
	let now = 30_000;
	for (const pause of [60_000, 120_000, 240_000, 480_000, 900_000, 900_000]) {
		const probe = turnOf(circuit, now);
		expect(isSent(circuit, now)).toBe(false);
		probe.failed(failed, now);
		probe.end();
		expect(isSent(circuit, now + pause - 1)).toBe(false);
		now += pause;
	}
	turnOf(circuit, now).end();
	const probe = turnOf(circuit, now);
	probe.answered();
	probe.end();
	circuit.noteRead(now);
	fail(circuit, failed, now);
	expect(isSent(circuit, now)).toBe(true);
});

test('a queue pauses its host for a minute at most, also after long pauses', () => {
	const circuit = new Circuit();
	const queue = { ...failure('wall page', 'The page is a queue'), isQueue: true } as const;
	let now = 0;
	for (let count = 0; count < 12; count++) {
		fail(circuit, failure('wall (403)', 'Shoes answered 403', 403), now);
		now += 900_000;
	}
	for (let count = 0; count < 5; count++) {
		fail(circuit, queue, now);
		now += 60_000;
		expect(isSent(circuit, now)).toBe(true);
	}
});

test.each([
	[failure('changed format', "Shoes' response exceeded 5 MiB"), true],
	[failure('gone', 'Shoes answered 404', 404), true],
	[failure('HTTP status', 'Shoes answered 500', 500), true],
	[failure('HTTP status', 'Shoes answered 400', 400), true],
	[failure('HTTP status', 'Shoes answered 503', 503), false],
	[failure('rate limited', 'Shoes answered 429', 429), false],
	[failure('unreachable', 'Shoes did not answer in time'), false],
])('only failures of the whole host close its circuit: %j', (failed, isOpen) => {
	const circuit = new Circuit();
	for (let count = 0; count < 5; count++) fail(circuit, failed, 0);
	expect(isSent(circuit, 1)).toBe(isOpen);
});

test('requests sent before a pause do not change it', () => {
	const circuit = new Circuit();
	const [slow, other] = [turnOf(circuit, 0), turnOf(circuit, 0)];
	fail(circuit, { ...failure('rate limited', 'Shoes answered 429', 429), retryAfterMs: 20_000 }, 0);
	slow.answered();
	circuit.noteRead(5000);
	other.failed(failure('unreachable', 'Shoes did not answer in time'), 10_000);
	expect(isSent(circuit, 19_999)).toBe(false);
	expect(isSent(circuit, 20_000)).toBe(true);
});
