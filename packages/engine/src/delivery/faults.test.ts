import { Delivery, Webhook } from '@dropwire/db';
import { afterEach, expect, test, vi } from 'vitest';
import { HOST_EGRESS } from '../process/egress.ts';
import { until } from '../testing.ts';
import { useDeliveries } from '../testing/deliveries.ts';

const deliveries = useDeliveries();
afterEach(() => vi.useRealTimers());
const { withWebhooks, publish, titles, statuses, settled } = deliveries;

test.each([
	['a 500', { status: 500 }],
	['a reset connection', { drop: true }],
	['a 429 for this webhook', { limited: { retryAfter: 0.2, scope: 'user' } }],
	['a shared 429', { limited: { retryAfter: 0.2, scope: 'shared' } }],
	['a global 429', { limited: { retryAfter: 0.2, scope: 'global' } }],
	["Cloudflare's 429, which is HTML", { cloudflare: true }],
	['a 429 with no sensible time', { limited: { retryAfter: -5, scope: 'user' } }],
	['a slow answer', { delayMs: 300 }],
	['a page with 404 instead of Discord', { page: 404 }],
	['a page with 401 instead of Discord', { page: 401 }],
	['a redirect', { page: 302 }],
	['a maintenance page with 200', { page: 200 }],
	["Discord's own 401 without a code of its own", { status: 401, body: { message: '401: Unauthorized', code: 0 } }],
	['an answer without end', { endless: true }],
] as const)('%s delays a message and loses none', async (_, fault) => {
	await withWebhooks(1);
	await deliveries.fixture.sandbox.control.failDiscord({ times: 2, fault });
	await publish();
	await deliveries.fixture.start();
	await settled(1);
	expect(await titles()).toHaveLength(1);
	expect((await statuses()).every(({ status }) => status === 'sent')).toBe(true);
	expect((await deliveries.fixture.sandbox.control.stats()).limitBroken).toBe(0);
	expect(await Webhook.query(deliveries.fixture.db.knex).first()).toMatchObject({ active: true });
});

test("Cloudflare's block pauses the whole address, also after a restart, and loses nothing", async () => {
	await withWebhooks(3);
	const { control } = deliveries.fixture.sandbox;
	await control.failDiscord({ times: 'forever', fault: { page: 403 } });
	await publish();
	const engine = await deliveries.fixture.start();
	await until('it was blocked', async () => ((await control.stats()).answered['403'] ?? 0) > 0);
	await until('what was under way is recorded', () => engine.pulse().inFlight === 0);
	await engine.stop();
	const { requests } = await control.stats();
	expect(requests).toBeLessThanOrEqual(3);
	await control.healDiscord();

	const next = await deliveries.fixture.start();
	await publish('another');
	next.wake();
	// No event shows that nothing was sent; a second start would have sent within this time.
	await new Promise((resolve) => setTimeout(resolve, 1500));
	expect((await control.stats()).requests).toBe(requests);
	expect(await Webhook.query(deliveries.fixture.db.knex).where({ active: true }).resultSize()).toBe(3);

	await deliveries.fixture.db.knex('discord_limits').update({ pausedUntil: 0 });
	await next.stop();
	await deliveries.fixture.start();
	await settled(6);
	expect(await titles()).toHaveLength(6);
});

test("a webhook's pause is limited and delays no other webhook", async () => {
	const [odd, huge, limited] = await withWebhooks(4);
	const { db, sandbox, start } = deliveries.fixture;
	const sent = (resetAfter: string) => ({
		status: 200,
		body: { id: '157483920174839200', channel_id: '157483920174839201' },
		headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset-after': resetAfter },
	});
	const fail = (webhook: typeof odd, fault: Parameters<typeof sandbox.control.failDiscord>[0]['fault']) =>
		sandbox.control.failDiscord({ webhookId: webhook!.id, times: 1, fault });
	await fail(odd, sent('1e300'));
	await fail(huge, sent('1000000000'));
	await fail(limited, { limited: { retryAfter: 1e9, scope: 'user' } });
	await publish();
	const engine = await start();
	const paused = async () => Webhook.query(db.knex).where('pausedUntil', '>', 0).orderBy('id');
	await until('three webhooks wait', async () => (await paused()).length === 3);
	for (const { pausedUntil } of await paused()) {
		expect(pausedUntil).toBeGreaterThan(Date.now() + 500_000);
		expect(pausedUntil).toBeLessThanOrEqual(Date.now() + 600_001);
	}
	const [used, , limitedReason] = (await paused()).map(({ pauseReason }) => pauseReason);
	expect(used).toContain('X-RateLimit-Remaining: 0');
	expect(limitedReason).toBe('Discord answered 429: You are being rate limited.');
	await publish('another');
	engine.wake();
	await until('the others go on', async () => (await titles()).length === 2);
	await Webhook.query(db.knex).patch({ pausedUntil: 0 });
	await settled(8);
});

test('a pause of the address lasts at most an hour', async () => {
	await withWebhooks(2);
	const { db, sandbox, start } = deliveries.fixture;
	await sandbox.control.failDiscord({ times: 2, fault: { limited: { retryAfter: 1e9, scope: 'global' } } });
	await publish();
	const engine = await start();
	const pause = () => db.knex('discord_limits').first('pausedUntil', 'reason');
	await until('it is stored', async () => (await pause()) !== undefined);
	const { pausedUntil, reason } = (await pause())!;
	expect(pausedUntil).toBeLessThanOrEqual(Date.now() + 3_600_001);
	expect(reason).toBe('Discord answered 429: You are being rate limited.');
	await engine.stop();
	await db.knex('discord_limits').update({ pausedAt: Date.now() - 3_600_000, pausedUntil: Date.now() + 1e12 });
	await start();
	await settled(2);
	expect(await titles()).toHaveLength(2);
});

test('a failed request after a pause of the address does not end it', async () => {
	await withWebhooks(5);
	const { sandbox, start } = deliveries.fixture;
	const blocked = (seconds: number) => ({
		status: 429,
		body: { message: 'You are being rate limited.', retry_after: seconds, global: true, code: 0 },
	});
	await sandbox.control.failDiscord({ times: 5, fault: blocked(0.5) });
	await sandbox.control.failDiscord({ times: 1, fault: { drop: true } });
	await sandbox.control.failDiscord({ times: 'forever', fault: blocked(60) });
	await publish();
	const engine = await start();
	const blocks = async () => (await sandbox.control.stats()).answered['429'] ?? 0;
	await until('it is blocked again', async () => (await blocks()) > 5);
	await until('what was under way is recorded', () => engine.pulse().inFlight === 0);
	expect(await blocks()).toBe(6);
});

test('shorter pauses of the address do not shorten a longer one', async () => {
	const [longest, ...others] = await withWebhooks(3);
	const { db, sandbox } = deliveries.fixture;
	const limit = (webhookId: string, retryAfter: number) =>
		sandbox.control.failDiscord({ webhookId, times: 1, fault: { limited: { retryAfter, scope: 'global' } } });
	await limit(longest!.id, 30);
	for (const { id } of others) await limit(id, 1);
	const ahead = Date.now() + 3_600_000;
	await db.knex('discord_limits').insert({ egress: HOST_EGRESS.name, pausedAt: ahead, pausedUntil: ahead + 5000 });
	await publish();
	const engine = await deliveries.fixture.start();
	await until('all were limited', async () => (await sandbox.control.stats()).answered['429'] === 3);
	const isPaused = async () => {
		const { pausedUntil } = (await db.knex('discord_limits').first())!;
		return pausedUntil > Date.now() + 5000 && pausedUntil <= Date.now() + 30_000;
	};
	await until('the longest pause is stored', isPaused);
	await engine.stop();
	expect(await isPaused()).toBe(true);
});

test('later messages pass one that has failed for 60 s', async () => {
	const [webhook] = await withWebhooks(1);
	const { control } = deliveries.fixture.sandbox;
	await publish('poison');
	// The first failure was a minute ago, in any process.
	const failing = { status: 'retrying', attempts: 5, failingSince: Date.now() - 50_000 };
	await deliveries.fixture.db.knex('deliveries').update(failing);
	await publish('behind it');
	await control.failDiscord({ times: 1, fault: { status: 500 } });
	await deliveries.fixture.start({ retryPause: () => 400 });
	await settled(2);
	expect(await titles(webhook!.id)).toEqual(['behind it', 'poison']);
	expect(await statuses()).toEqual([
		{ status: 'sent', attempts: 7 },
		{ status: 'sent', attempts: 1 },
	]);
});

test('pauses and leases from before a clock change are ignored', async () => {
	await withWebhooks(2);
	const hour = 3_600_000;
	const ahead = Date.now() + hour;
	const { knex } = deliveries.fixture.db;
	await knex('webhooks')
		.where({ id: 1 })
		.update({ pausedAt: ahead, pausedUntil: ahead + 5000 });
	await knex('webhooks')
		.where({ id: 2 })
		.update({ claimedBy: 'a-dead-process', leaseUntil: ahead + 10_000 });
	await knex('discord_limits').insert({ egress: HOST_EGRESS.name, pausedAt: ahead, pausedUntil: ahead + 5000 });
	await publish();
	await knex('deliveries').where({ webhookId: 1 }).update({ notBefore: ahead });
	await deliveries.fixture.start();
	await settled(2);
	expect(await titles()).toHaveLength(2);
});

test('setting the clock back does not affect waiting messages', async () => {
	await withWebhooks(3);
	const { control } = deliveries.fixture.sandbox;
	await control.failDiscord({ times: 3, fault: { status: 500 } });
	await publish();
	const engine = await deliveries.fixture.start({ retryPause: () => 1000, discordRequestsPerSecond: 2 });
	await until('one has failed', async () => ((await control.stats()).answered['500'] ?? 0) > 0);
	vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 });
	await settled(3);
	await publish('after it');
	engine.wake();
	await settled(6);
	expect(await titles()).toHaveLength(6);
});

test('requests without a response time out and are retried', async () => {
	await withWebhooks(1);
	await deliveries.fixture.sandbox.control.failDiscord({ times: 1, fault: { hang: true } });
	await publish();
	await deliveries.fixture.start({ discordTimeoutMs: 300 });
	await settled(1);
	expect(await statuses()).toEqual([{ status: 'sent', attempts: 2 }]);
});

test('a message whose response is lost is sent again', async () => {
	await withWebhooks(1);
	await deliveries.fixture.sandbox.control.failDiscord({ times: 1, fault: { dropAfter: true } });
	await publish();
	await deliveries.fixture.start();
	await settled(1);
	expect(await titles()).toEqual(['Vomero', 'Vomero']);
});

const badPicture = { _errors: [{ code: 'URL_TYPE_INVALID_URL', message: 'Not a well formed URL.' }] };

test.each([
	[
		'as Discord names it',
		{ message: 'Invalid Form Body', code: 50_035, errors: { embeds: { 0: { thumbnail: { url: badPicture } } } } },
	],
	['as its older form does', { embeds: ['0'] }],
])('a message whose picture Discord rejects is sent without it, %s', async (_, body) => {
	await withWebhooks(1);
	const { control } = deliveries.fixture.sandbox;
	await control.failDiscord({ times: 1, fault: { status: 400, body } });
	await publish();
	await deliveries.fixture.start();
	await settled(1);
	const [message] = await control.messages();
	const [embed] = (message!.body as { embeds: object[] }).embeds;
	expect(embed).toMatchObject({ title: 'Vomero', footer: { text: expect.any(String) } });
	expect(embed).not.toHaveProperty('thumbnail');
	expect(await statuses()).toEqual([{ status: 'sent', attempts: 1 }]);
});

test('a message that is also rejected without decoration fails', async () => {
	await withWebhooks(1);
	const { control } = deliveries.fixture.sandbox;
	await control.failDiscord({ times: 'forever', fault: { status: 400, body: { embeds: ['0'] } } });
	await publish();
	await deliveries.fixture.start();
	await settled(1);
	expect(await Delivery.query(deliveries.fixture.db.knex).first()).toMatchObject({
		status: 'failed',
		reason: 'Discord answered 400 (embeds.0: Invalid)',
	});
	expect((await control.stats()).requests).toBe(2);
});

test('expired messages are not sent and have a reason', async () => {
	await withWebhooks(1);
	await publish('too old');
	await deliveries.fixture.db.knex('messages').update({ expiresAt: Date.now() - 1 });
	await publish('fresh');
	await deliveries.fixture.start();
	await settled(2);
	expect(await titles()).toEqual(['fresh']);
	expect(await Delivery.query(deliveries.fixture.db.knex).first()).toMatchObject({
		status: 'expired',
		attempts: 0,
		reason: 'Too old by the time it could be sent',
	});
});

test('a message that fails until it expires keeps the last reason', async () => {
	await withWebhooks(1);
	await deliveries.fixture.sandbox.control.failDiscord({ times: 'forever', fault: { status: 502 } });
	await publish();
	await deliveries.fixture.db.knex('messages').update({ expiresAt: Date.now() + 1000 });
	await deliveries.fixture.start();
	await settled(1);
	expect(await Delivery.query(deliveries.fixture.db.knex).first()).toMatchObject({
		status: 'expired',
		reason: expect.stringMatching(/^Too old to try again\. Discord answered 502/),
	});
});

test('messages of a webhook stay in order while Discord fails', async () => {
	const [webhook] = await withWebhooks(1);
	await deliveries.fixture.sandbox.control.failDiscord({ times: 3, fault: { status: 500 } });
	for (const title of ['one', 'two', 'three', 'four']) await publish(title);
	await deliveries.fixture.start();
	await settled(4);
	expect(await titles(webhook!.id)).toEqual(['one', 'two', 'three', 'four']);
	expect(await statuses()).toEqual([
		{ status: 'sent', attempts: 4 },
		{ status: 'sent', attempts: 1 },
		{ status: 'sent', attempts: 1 },
		{ status: 'sent', attempts: 1 },
	]);
});
