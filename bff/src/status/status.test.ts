import { SANDBOX_GUILDS } from '@dropwire/sandbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addLivingEngine } from '@dropwire/engine/testing';
import { openTestServer, type TestServer } from '../testing.ts';
import { createPublicStatus } from './publicStatus.ts';

let testServer: TestServer;
beforeAll(async () => {
	testServer = await openTestServer();
});
afterAll(() => testServer.close());

/** A status that is not shared with an earlier reader. */
const read = () => createPublicStatus(testServer.db)();

test('visitors see state, delay, brands and messages of a day, without customers', async () => {
	const ada = await testServer.signIn('ada');
	const [webhook] = await testServer.sandbox.control.createWebhooks({ count: 1 });
	const url = webhook?.url ?? '';
	await ada.api.channelInsert({ guildId: SANDBOX_GUILDS.soleSearchers.id, region: 'US', toolsName: 'HP Laptops' });
	await ada.api.webhookInsert({
		guildId: SANDBOX_GUILDS.soleSearchers.id,
		region: 'US',
		toolsName: 'HP Laptops',
		webHook: url,
	});
	await ada.api.webhookTest({ url });
	await expect.poll(async () => (await read()).hours.at(-1)?.sent).toBe(1);
	await expect.poll(async () => (await read()).delay).not.toBeNull();
	const status = await read();
	expect(status).toMatchObject({ state: 'running', delay: { p50: expect.any(Number), p99: expect.any(Number) } });
	expect(status.hours).toHaveLength(24);
	expect(status.families[0]).toMatchObject({ id: 'NIKE', name: 'Nike', blockedIn: [] });
	expect(status.families[0]?.regions).toHaveLength(16);
	expect(status.families.map(({ name }) => name)).toContain('Nike Refurbished');
	expect(await testServer.visitor().api.status()).toMatchObject({ state: 'running', families: status.families });
	const text = JSON.stringify(status);
	for (const secret of [SANDBOX_GUILDS.soleSearchers.name, SANDBOX_GUILDS.soleSearchers.id, webhook?.id])
		expect(text).not.toContain(secret);
});

test('an old message that is sent again is not delayed', async () => {
	const ada = await testServer.signIn('ada');
	const { knex } = testServer.db;
	const queuedAt = Date.now() - 20 * 3_600_000;
	await knex('messages').update({ seenAt: queuedAt, queuedAt, expiresAt: queuedAt + 3_600_000 });
	await knex('deliveries').update({ queuedAt, status: 'failed', reason: 'Missing Permissions', sentAt: null });
	const [id] = await knex('deliveries').pluck('id');
	await ada.api.redeliver({ id: String(id) });
	await expect.poll(() => knex('deliveries').pluck('status')).toEqual(['sent']);
	const { state, delay } = await read();
	expect({ state, delay: delay!.p50 }).toEqual({
		state: 'running',
		delay: expect.toSatisfy((ms: number) => ms < 60_000) as number,
	});
});

test('a block of the address shows as delayed, and operators see its end and reason', async () => {
	const ada = await testServer.signIn('ada');
	const { knex } = testServer.db;
	const now = Date.now();
	const webhook = await knex('webhooks').first('id');
	await knex('webhooks').update({ claimedBy: 'other', leaseUntil: now + 9000 });
	await knex('messages').insert({
		id: 900,
		kind: 'TEST',
		body: '{}',
		seenAt: now,
		queuedAt: now,
		expiresAt: now + 60_000,
	});
	const delivery = { messageId: 900, webhookId: webhook!.id, target: 'x', status: 'pending' };
	await knex('deliveries').insert({ ...delivery, queuedAt: now - 11_000 });
	expect((await read()).state).toBe('delayed');
	await knex('webhooks').update({ pausedAt: now, pausedUntil: now + 60_000 });
	expect((await read()).state).toBe('running');

	const reason = 'Discord answered 403 without its JSON';
	await knex('discord_limits').insert({ egress: 'host-1', pausedAt: now - 1000, pausedUntil: now + 1e12, reason });
	const [pause] = (await ada.api.overview()).data.discordPauses;
	expect(pause).toEqual({ address: 'host-1', until: now - 1000 + 3_600_000, reason });
	const readyz = await (await fetch(`${testServer.server.origin}/readyz`)).json();
	expect(readyz).toEqual({
		status: 'ok',
		warnings: [
			expect.stringMatching(
				`^Nothing is sent to Discord from the address "host-1" until .+ UTC at the latest. ${reason}$`,
			),
		],
	});
});

test('a blocked region, late checks and a stopped engine have states of their own', async () => {
	const { knex } = testServer.db;
	const now = Date.now();
	await addLivingEngine(testServer.db);
	const round = { worker: '~x', region: 'US', host: '', watched: 50, neverChecked: 0, roundMs: 40_000, blocked: 0 };
	const wall = { blocked: 30, blockedSince: now - 60_000, blockedReason: 'wall (403)' };
	for (const { id, ...facts } of [
		{ id: 'HP', oldestCheckAt: now },
		{ id: 'ASICS', oldestCheckAt: now - 600_000, waitingSince: now - 600_000 },
		{ id: 'NEWBALANCE', oldestCheckAt: now, ...wall, blocked: 3 },
		{ id: 'ADIDAS', oldestCheckAt: now, ...wall },
	])
		await knex('source_rounds').insert({ ...round, source: id, ...facts });
	const { families } = await read();
	const family = (id: string) => families.find((one) => one.id === id);
	expect(family('HP')).toMatchObject({ state: 'watched', products: 50, everyMs: 40_000 });
	expect(family('ASICS')).toMatchObject({ state: 'late' });
	expect(family('ADIDAS')).toMatchObject({ state: 'blocked', blockedIn: ['US'] });
	expect(family('NEWBALANCE')).toMatchObject({ state: 'watched', blockedIn: [] });
	expect(family('JD')).toMatchObject({ state: 'idle', products: 0, everyMs: null });
	await testServer.engine.stop();
	await knex('workers').delete();
	expect((await read()).state).toBe('stopped');
});

test('visitors share one read in 15 seconds', async () => {
	const readOnce = createPublicStatus(testServer.db);
	const all = await Promise.all(Array.from({ length: 20 }, readOnce));
	expect(new Set(all).size).toBe(1);
	expect(await readOnce()).toBe(all[0]);
});
