import { expect, test } from 'vitest';
import { FairQueue } from './fairQueue.ts';

function take(queue: FairQueue<string>, count: number): string[] {
	return Array.from({ length: count }, () => queue.takeFirst() ?? 'nothing');
}

test('owners take turns, each with its smallest key first', () => {
	const queue = new FairQueue<string>();
	for (const key of [3, 1, 2, 4]) queue.add('big', key, `big ${key}`);
	queue.add('small', 1, 'small 1');
	queue.add('small', 2, 'small 2');
	expect(queue.size).toBe(6);
	expect(take(queue, 7)).toEqual(['big 1', 'small 1', 'big 2', 'small 2', 'big 3', 'big 4', 'nothing']);
});

test('a new owner gets the next turn only', () => {
	const queue = new FairQueue<string>();
	for (let key = 0; key < 10; key++) queue.add('first', key, `first ${key}`);
	take(queue, 6);
	for (let key = 0; key < 3; key++) queue.add('second', key, `second ${key}`);
	expect(take(queue, 4).filter((item) => item.startsWith('second'))).toHaveLength(2);
});

test('an owner without items keeps its place in the rotation', () => {
	const queue = new FairQueue<string>();
	queue.add('a', 0, 'a');
	queue.add('b', 0, 'b');
	expect(take(queue, 1)).toEqual(['a']);
	queue.add('a', 0, 'a again');
	expect(take(queue, 2)).toEqual(['b', 'a again']);
});

test('the favoured owner gets every second turn', () => {
	const queue = new FairQueue<string>('ours');
	for (const owner of ['a', 'b', 'c', 'd']) queue.add(owner, 0, owner);
	for (const key of [2, 1]) queue.add('ours', key, `ours ${key}`);
	expect(queue.favouredSize).toBe(2);
	expect(take(queue, 7)).toEqual(['ours 1', 'a', 'ours 2', 'b', 'c', 'd', 'nothing']);
});

test('what is not accepted leaves the queue and uses no turn of its owner', () => {
	const queue = new FairQueue<string>('ours');
	for (const owner of ['ours', 'guild']) {
		for (let n = 1; n <= 40; n++) queue.add(owner, n, `${owner} parked`);
		for (let n = 41; n <= 43; n++) queue.add(owner, n, owner);
	}
	queue.add('other', 0, 'other');
	const parked: string[] = [];
	const takeSent = () =>
		queue.takeFirst((item) => {
			const isSent = !item.endsWith('parked');
			if (!isSent) parked.push(item);
			return isSent;
		});
	const sent = Array.from({ length: 8 }, () => takeSent() ?? 'nothing');
	expect(sent).toEqual(['ours', 'guild', 'ours', 'other', 'ours', 'guild', 'guild', 'nothing']);
	expect({ parked: parked.length, left: queue.size }).toEqual({ parked: 80, left: 0 });
});

test('an owner whose items are all not accepted leaves its turn to the others', () => {
	const queue = new FairQueue<string>('ours');
	for (const owner of ['ours', 'a', 'b']) queue.add(owner, 0, owner);
	const notOurs = (item: string) => item === 'b';
	expect([queue.takeFirst(notOurs), queue.takeFirst(notOurs), queue.size]).toEqual(['b', undefined, 0]);
});
