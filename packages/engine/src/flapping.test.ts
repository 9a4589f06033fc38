import { setTimeout as sleep } from 'node:timers/promises';
import { Delivery, Product } from '@dropwire/db';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { EDITABLE_WINDOW, type EditPolicy } from './publish/edits.ts';
import { queueEvent } from './publishing.ts';
import { aSnapshot, type Fixture, kill, openFixture, until } from './testing.ts';

/** A size changes every 30 s for ten minutes; here time runs this many times as fast. */
const SPEED = 60;
const CHANGES = 20;
const EVERY_MS = 30_000 / SPEED;
/**
 * The window is longer, so that a busy machine that finds the last change late does not begin a new message; so is the last
 * pause, since the sum of the pauses must be the window.
 */
const LONGER_MS = EDITABLE_WINDOW.windowMs / SPEED / 2;
const FAST: EditPolicy = {
	windowMs: EDITABLE_WINDOW.windowMs / SPEED + LONGER_MS,
	gapsMs: EDITABLE_WINDOW.gapsMs.map(
		(gap, n) => gap / SPEED + (n === EDITABLE_WINDOW.gapsMs.length - 1 ? LONGER_MS : 0),
	),
};
const MAX_EDITS = 6;
const SOLD_OUT = JSON.stringify({ size: 'W 8 / M 6.5', available: false }).slice(1, -1);

let fixture: Fixture;
beforeEach(async () => {
	fixture = await openFixture();
	await fixture.subscribeAll(await fixture.sandbox.control.createWebhooks({ count: 1 }));
});
afterEach(() => fixture.close());

/** Makes the changes at their times, whatever each takes. */
async function changes(make: (n: number) => Promise<unknown>): Promise<void> {
	const start = performance.now();
	for (let n = 0; n < CHANGES; n++) {
		await sleep(Math.max(0, start + n * EVERY_MS - performance.now()));
		await make(n);
	}
}
const isOver = async () =>
	(await Delivery.query(fixture.db.knex).whereIn('status', ['pending', 'retrying']).resultSize()) === 0;
/** What the channel shows in the end. */
async function messages() {
	const received = await fixture.sandbox.control.messages();
	return received.map(({ edits, body }) => ({ edits, text: JSON.stringify(body) }));
}

test('a message is edited at most six times', () => {
	const afterLast = EDITABLE_WINDOW.gapsMs.reduce((sum, gap) => sum + gap, 0);
	expect(EDITABLE_WINDOW.gapsMs).toHaveLength(MAX_EDITS - 1);
	expect(afterLast).toBeGreaterThanOrEqual(EDITABLE_WINDOW.windowMs);
	expect(EDITABLE_WINDOW.gapsMs.toSorted((a, b) => a - b)).toEqual(EDITABLE_WINDOW.gapsMs);
});

test('a size that comes and goes for ten minutes at the shop is one message with at most six edits', async () => {
	const { control } = fixture.sandbox;
	const set = (level: 'HIGH' | 'OOS') =>
		control.setProduct({ sku: 'CK9246-101', region: 'US', change: { levels: { '8': level } } });
	await set('OOS');
	await fixture.watch('MONITOR2', 'CK9246-101');
	await fixture.start({ pollIntervalMs: EVERY_MS / 6, quietMs: 0, editPolicy: FAST });
	const product = () => Product.query(fixture.db.knex).findOne({ sku: 'CK9246-101', region: 'US' });
	await until('it has its baseline', async () => (await product()) !== undefined);
	await changes((n) => set(n % 2 === 0 ? 'HIGH' : 'OOS'));
	await until('the last state is stored', async () => (await product())?.snapshot?.includes(SOLD_OUT) ?? false);
	await until('the last state is sent', isOver);
	const [message, ...others] = await messages();
	expect(others).toEqual([]);
	expect(message?.edits).toBeGreaterThan(0);
	expect(message?.edits).toBeLessThanOrEqual(MAX_EDITS);
	expect(message?.text).toContain('~~W 8 / M 6.5~~');
});

test('kill -9 while a message is edited: still one message, at most six edits, of which one may be repeated per kill, and the final state', async () => {
	const publish = (kind: 'RESTOCK' | 'STOCK', available: boolean) => {
		const [on, off] = [true, false].map((value) =>
			aSnapshot({ available: value, sizes: [{ size: '8', available: value, level: null, count: null }] }),
		) as [ReturnType<typeof aSnapshot>, ReturnType<typeof aSnapshot>];
		const [before, after] = available ? [off, on] : [on, off];
		const event = { source: 'NIKE', sku: 'CK9246-101', region: 'US', kind, before, after, at: Date.now() } as const;
		return queueEvent(fixture.db, event, undefined, { policy: FAST });
	};
	let engine = await fixture.startProcess();
	let kills = 0;
	const killAndSpawn = async () => {
		kills++;
		await kill(engine);
		engine = await fixture.startProcess();
	};
	let restart: Promise<unknown> = Promise.resolve();
	await changes(async (n) => {
		await (n % 2 === 0 ? publish('RESTOCK', true) : publish('STOCK', false));
		if (n === 0) await until('it is sent', isOver);
		if (n % 7 === 6) restart = restart.then(killAndSpawn);
	});
	await restart;
	await until('the last state is sent', isOver, 60_000);
	const [message, ...others] = await messages();
	expect(others).toEqual([]);
	const edits = await Delivery.query(fixture.db.knex).whereNotNull('editOf').resultSize();
	expect(edits).toBeLessThanOrEqual(MAX_EDITS);
	// What Discord had not answered when the engine was killed is sent again.
	expect(message?.edits).toBeLessThanOrEqual(edits + kills);
	expect(message?.text).toMatch(/sold out after \d+ s.*~~8~~/);
}, 120_000);
