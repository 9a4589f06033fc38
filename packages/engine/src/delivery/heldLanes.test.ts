import { expect, test } from 'vitest';
import { HeldLanes } from './heldLanes.ts';
import { type Lane, leaseFromNow } from './lane.ts';

const lane: Lane = {
	webhookId: 1,
	discordId: '1',
	token: 'token',
	threadId: null,
	hasButtons: false,
	jobs: [],
	more: false,
	lost: false,
	off: false,
	passedOver: false,
	wakes: 0,
	leaseEnd: leaseFromNow(),
};

test('a wait that ends while a round of sending decides is over in the next round', () => {
	const lanes = new HeldLanes();
	const now = performance.now();
	const at = now + 0.01;
	while (performance.now() <= at);
	lanes.queue(lane, at, now);
	expect({ ready: lanes.readyCount, nextAt: lanes.nextAt }).toEqual({ ready: 0, nextAt: at });
	lanes.wakeWaiting(performance.now());
	expect(lanes.takeReady()).toBe(lane);
});
