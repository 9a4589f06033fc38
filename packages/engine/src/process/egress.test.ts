import { hostname } from 'node:os';
import { onServer } from '@dropwire/db/testing';
import { pino } from 'pino';
import { afterEach, describe, expect, test } from 'vitest';
import { SharedLimits } from '../delivery/sharedLimits.ts';
import { AddressBudget } from '../discord/budget.ts';
import type { Engine } from '../engine.ts';
import { queueEvent } from '../publishing.ts';
import { aSnapshot, type Fixture, NO_LIMITS, openFixture, until } from '../testing.ts';
import { egressOf } from './egress.ts';

let fixture: Fixture;
afterEach(() => fixture?.close());

test('an address is named after its host by default', async () => {
	expect(await egressOf({})).toEqual({ name: hostname(), address: null });
	expect(await egressOf({ EGRESS_ADDRESS: '127.0.0.1' })).toEqual({
		name: `${hostname()} 127.0.0.1`,
		address: '127.0.0.1',
	});
	expect(await egressOf({ EGRESS_NAME: 'nat 1' })).toEqual({ name: 'nat 1', address: null });
	// An address of the documentation range, which no machine has.
	await expect(egressOf({ EGRESS_ADDRESS: '203.0.113.1' })).rejects.toThrow(
		/EGRESS_ADDRESS 203\.0\.113\.1 is not an address of this machine/,
	);
});

test('pauses and invalid responses are shared per address', async () => {
	fixture = await openFixture();
	const join = async (worker: string, egress: string) => {
		const budget = new AddressBudget(50);
		const limits = new SharedLimits(fixture.db, pino({ level: 'silent' }), worker, budget, egress);
		await limits.start();
		return { budget, limits };
	};
	const first = await join('first', 'a');
	for (let n = 0; n < 3; n++) first.budget.take(performance.now())(performance.now(), true);
	first.limits.pause(60_000);
	await first.limits.stop();
	const [neighbour, stranger] = [await join('neighbour', 'a'), await join('stranger', 'b')];
	const now = performance.now();
	expect(neighbour.budget.readyAt(now)).toBeGreaterThan(now + 30_000);
	expect(neighbour.budget.invalid.total(now)).toBe(3);
	expect(stranger.budget.readyAt(now)).toBe(now);
	expect(stranger.budget.invalid.total(now)).toBe(0);
	await Promise.all([neighbour.limits.stop(), stranger.limits.stop()]);
});

test('messages are sent from the configured address', async () => {
	fixture = await openFixture({ limits: { ...NO_LIMITS, global: { limit: 10, windowMs: 600_000 } } });
	const { control } = fixture.sandbox;
	await fixture.subscribeAll(await control.createWebhooks({ count: 10, ownChannels: true }));
	for (const [index, address] of ['127.0.0.2', '127.0.0.3'].entries()) {
		const engine = await fixture.start({ egress: { name: address, address }, sources: [] });
		await publish(engine);
		const messages = await control.waitForMessages({ count: 10 * (index + 1) });
		expect(new Set(messages.slice(-10).map(({ from }) => from))).toEqual(new Set([address]));
		await engine.stop();
	}
	expect((await control.stats()).answered).toEqual({ 200: 20 });
});

// The embedded database has one process.
describe.skipIf(!onServer)('several engines', () => {
	test('those of different addresses send at the same time, each at the rate that Discord allows an address', async () => {
		const perSecond = 20;
		fixture = await openFixture({ limits: { ...NO_LIMITS, global: { limit: perSecond, windowMs: 1000 } } });
		const { control } = fixture.sandbox;
		await fixture.subscribeAll(await control.createWebhooks({ count: 200, ownChannels: true }));
		const start = (address: string) =>
			fixture.start({ egress: { name: address, address }, discordRequestsPerSecond: perSecond, sources: [] });
		const engines = [await start('127.0.0.2'), await start('127.0.0.3')];
		await until('they know each other', () => engines.every((engine) => engine.pulse().liveWorkers === 2));
		await publish(engines[0] as Engine);
		const messages = await control.waitForMessages({ count: 200 });
		const sent = Map.groupBy(messages, ({ from }) => from);
		expect([...sent.keys()].sort()).toEqual(['127.0.0.2', '127.0.0.3']);
		for (const own of sent.values()) expect(own.length).toBeGreaterThanOrEqual(40);
		// More in one second than any single address can send.
		const times = messages.map(({ at }) => at).sort((a, b) => a - b);
		const inSecond = times.map((from) => times.filter((at) => at >= from && at < from + 1000).length);
		expect(Math.max(...inSecond)).toBeGreaterThan(1.5 * perSecond);
		const { limitBroken, answered } = await control.stats();
		expect({ limitBroken, answered }).toEqual({ limitBroken: 0, answered: { 200: 200 } });
	});

	test('those of one address share its requests, and those of another have their own', async () => {
		fixture = await openFixture();
		const start = (name: string) => fixture.start({ egress: { name, address: null }, sources: [] });
		const engines = [await start('a'), await start('a'), await start('b')];
		await until('they know each other', () => engines.every((engine) => engine.pulse().liveWorkers === 3));
		expect(engines.map((engine) => engine.pulse().egress)).toEqual([
			{ name: 'a', processes: 2 },
			{ name: 'a', processes: 2 },
			{ name: 'b', processes: 1 },
		]);
	});
});

async function publish(engine: Engine): Promise<void> {
	const after = aSnapshot({ title: 'Vomero' });
	const before = aSnapshot({ status: 'HOLD' });
	const product = { source: 'NIKE', sku: 'CK9246-101', region: 'US' } as const;
	await queueEvent(fixture.db, { ...product, kind: 'STATUS', before, after, at: Date.now() });
	engine.wake();
}
