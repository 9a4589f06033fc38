import { Delivery, Place, TopicRow, Webhook } from '@dropwire/db';
import { maskWebhook, parseWebhookUrl, withThread } from '@dropwire/domain';
import { SANDBOX_APP, SANDBOX_CHANNELS } from '@dropwire/sandbox';
import { expect, test } from 'vitest';
import { queueAnnouncement } from '../publish/outbox.ts';
import { ACTIVE_SHOES, NO_LIMITS, until } from '../testing.ts';
import { useDeliveries } from '../testing/deliveries.ts';
import { subscribeMany } from '../webhooks/subscriptions.ts';

const deliveries = useDeliveries();
const { bot, change, channelOf, messages, publish, rows, settled, titles } = deliveries;
const CHANNEL = SANDBOX_CHANNELS[0]!.id;

/** Subscribes this many threads of one webhook. @returns the webhook's id and the threads' */
async function withThreads(count: number, webhook: { limit: number; windowMs: number } | null = null) {
	await deliveries.withWebhooks(0, { limits: { ...NO_LIMITS, webhook } });
	const { db, sandbox } = deliveries.fixture;
	const [shared] = await sandbox.control.createWebhooks({ count: 1, channelId: CHANNEL });
	const { id: topicId } = await TopicRow.query(db.knex).findOne(ACTIVE_SHOES).throwIfNotFound();
	const threads: string[] = [];
	for (let n = 0; n < count; n++) {
		const response = await fetch(`${sandbox.origin}/api/v10/channels/${CHANNEL}/threads`, {
			method: 'POST',
			headers: { authorization: `Bot ${SANDBOX_APP.botToken}`, 'content-type': 'application/json' },
			body: JSON.stringify({ name: 'Drops' }),
		});
		threads.push(((await response.json()) as { id: string }).id);
	}
	const rows = threads.map((thread) => {
		const url = withThread(shared!.url, thread);
		return { place: Place.operator(topicId, thread), webhook: { ...parseWebhookUrl(url, sandbox.origin)!, url } };
	});
	await db.transaction((trx) => subscribeMany(trx, db.vault, rows));
	return { webhookId: shared!.id, threads };
}

/** What shows that a limit was exceeded, or that a request was sent while Discord ordered a wait. */
async function exceeded() {
	const { limitBroken, answered } = await deliveries.fixture.sandbox.control.stats();
	return { limitBroken, refused: answered['429'] ?? 0 };
}

test('threads of one webhook share its limit, and use all of it', async () => {
	const limit = { limit: 5, windowMs: 1000 };
	const { threads } = await withThreads(3, limit);
	const numbers = Array.from({ length: 6 }, (_, n) => String(n));
	for (const number of numbers) await publish(number);
	await deliveries.fixture.start();
	await settled(18);
	expect(await exceeded()).toEqual({ limitBroken: 0, refused: 0 });
	const received = await messages();
	for (const thread of threads) {
		const own = received.filter(({ channelId }) => channelId === thread);
		expect(own.map(({ body }) => (body as { embeds: { title: string }[] }).embeds[0]?.title)).toEqual(numbers);
	}
	// Not all windows: the threads have a request each, and a busy machine takes its time to record them.
	const inWindow = new Map<number, number>();
	let endsAt = 0;
	for (const { at } of received) {
		if (at >= endsAt) endsAt = at + limit.windowMs;
		inWindow.set(endsAt, (inWindow.get(endsAt) ?? 0) + 1);
	}
	expect(Math.max(...inWindow.values())).toBeGreaterThanOrEqual(limit.limit);
});

test('threads of one webhook take turns, whatever the age of their messages', async () => {
	await withThreads(3, { limit: 1, windowMs: 300 });
	const { db, start } = deliveries.fixture;
	await publish('old');
	await db.knex('deliveries').whereIn('webhookId', [1, 2]).delete();
	await db.knex('deliveries').update({ queuedAt: Date.now() - 60_000 });
	for (let n = 0; n < 4; n++) await publish('new');
	await db.knex('deliveries').where({ webhookId: 3 }).whereNot({ messageId: 1 }).delete();
	await start();
	await settled(9);
	expect((await titles()).indexOf('old')).toBeLessThan(3);
	expect(await exceeded()).toEqual({ limitBroken: 0, refused: 0 });
});

test('edits in threads of one webhook share its limit for edits', async () => {
	await withThreads(3, { limit: 2, windowMs: 300 });
	await deliveries.fixture.start();
	await change('RESTOCK');
	await settled(3);
	await change('STOCK', []);
	await settled(6);
	expect((await messages()).map(({ edits }) => edits)).toEqual([1, 1, 1]);
	expect(await exceeded()).toEqual({ limitBroken: 0, refused: 0 });
});

test('what Discord orders for edits in one thread applies to those in the others, and to no message', async () => {
	const { webhookId } = await withThreads(3);
	const { db, sandbox, start } = deliveries.fixture;
	const engine = await start();
	await change('RESTOCK');
	await settled(3);
	const fault = { limited: { retryAfter: 60, scope: 'user' } } as const;
	await sandbox.control.failDiscord({ webhookId: `PATCH ${webhookId}`, times: 'forever', fault });
	await change('STOCK', []);
	engine.wake();
	const waiting = () => Webhook.query(db.knex).where('editsPausedUntil', '>', Date.now() + 10_000);
	await until('the edits of all threads wait', async () => (await waiting()).length === 3);
	const reason = 'Only edits wait. Discord answered 429: You are being rate limited.';
	expect((await waiting()).map(({ pauseReason }) => pauseReason)).toEqual([reason, reason, reason]);
	await publish('another');
	engine.wake();
	await until('each thread has the new message', async () => (await messages()).length === 6);
	expect(await exceeded()).toEqual({ limitBroken: 0, refused: 1 });
});

test('an edit that waits for that of another thread holds up no message', async () => {
	const { webhookId } = await withThreads(2);
	const { db, sandbox, start, stopEngines } = deliveries.fixture;
	await start();
	await change('RESTOCK');
	await settled(2);
	await stopEngines();
	await change('STOCK', []);
	await publish('another');
	await sandbox.control.failDiscord({ webhookId: `PATCH ${webhookId}`, times: 1, fault: { answerAfterMs: 8000 } });
	await start();
	const sent = () => Delivery.query(db.knex).where({ status: 'sent' }).orderBy('sentAt');
	await until('one more is sent', async () => (await sent()).length > 2);
	expect((await sent())[2]).toMatchObject({ editOf: null, webhookId: 2 });
	await sandbox.control.healDiscord();
	await settled(6);
});

test('thread webhooks post and edit in their thread', async () => {
	await deliveries.withWebhooks(0);
	const { db, sandbox } = deliveries.fixture;
	const thread = async (channelId: string) =>
		(await bot('POST', `/channels/${channelId}/threads`, { name: 'Drops' })).id;
	const { threadId } = await channelOf(0, thread);
	await deliveries.fixture.start();
	await change('RESTOCK');
	await settled(1);
	await change('STOCK', []);
	await settled(2);
	expect(await sandbox.control.messages()).toMatchObject([{ channelId: threadId, edits: 1 }]);
	await bot('PATCH', `/channels/${threadId}`, { locked: true });
	await change('NEW');
	await settled(3);
	await bot('DELETE', `/channels/${threadId}`);
	const webhookIds: number[] = await db.knex('webhooks').pluck('id');
	await db.transaction((trx) =>
		queueAnnouncement(trx, {
			title: 'Note',
			imageUrl: '',
			description: 'x',
			webhookIds,
			by: '100000000000000011',
			key: null,
			at: Date.now(),
		}),
	);
	await settled(4);
	const all = await rows();
	const { discordId } = (await db.knex('webhooks').first('discordId'))!;
	expect(new Set(all.map(({ target }) => target))).toEqual(new Set([maskWebhook(discordId, threadId)]));
	const failed = all.slice(2).map(({ status, reason }) => ({ status, reason }));
	expect(failed).toEqual([
		{ status: 'failed', reason: expect.stringMatching(/^The thread is locked.*\[160005\]/) },
		{ status: 'failed', reason: expect.stringMatching(/^The thread no longer exists.*\[10003\]/) },
	]);
	expect(await db.knex('webhooks').pluck('active')).toEqual([1]);
});
