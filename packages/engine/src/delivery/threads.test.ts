import { Delivery, Place, TopicRow, Webhook } from '@dropwire/db';
import { parseWebhookUrl, withThread } from '@dropwire/domain';
import { SANDBOX_APP, SANDBOX_CHANNELS } from '@dropwire/sandbox';
import { expect, test } from 'vitest';
import { queueEvent } from '../publishing.ts';
import { ACTIVE_SHOES, aSnapshot, NO_LIMITS, until } from '../testing.ts';
import { useDeliveries } from '../testing/deliveries.ts';
import { subscribeMany } from '../webhooks/subscriptions.ts';

const deliveries = useDeliveries();
const { publish, titles, settled } = deliveries;
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

/** Publishes a change of the product's stock, which edits its message of the last ten minutes. */
function changeStock(kind: 'RESTOCK' | 'STOCK', available: boolean): Promise<unknown> {
	const sizes = (inStock: boolean) => [{ size: '8', available: inStock, level: null, count: null }];
	const [before, after] = [aSnapshot({ sizes: sizes(!available) }), aSnapshot({ sizes: sizes(available) })];
	const event = { source: 'NIKE', sku: 'CK9246-101', region: 'US', kind, before, after, at: Date.now() } as const;
	return queueEvent(deliveries.fixture.db, event, undefined, { policy: { windowMs: 600_000, gapsMs: [0] } });
}

const messages = () => deliveries.fixture.sandbox.control.messages();

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
	await changeStock('RESTOCK', true);
	await settled(3);
	await changeStock('STOCK', false);
	await settled(6);
	expect((await messages()).map(({ edits }) => edits)).toEqual([1, 1, 1]);
	expect(await exceeded()).toEqual({ limitBroken: 0, refused: 0 });
});

test('what Discord orders for edits in one thread applies to those in the others, and to no message', async () => {
	const { webhookId } = await withThreads(3);
	const { db, sandbox, start } = deliveries.fixture;
	const engine = await start();
	await changeStock('RESTOCK', true);
	await settled(3);
	const fault = { limited: { retryAfter: 60, scope: 'user' } } as const;
	await sandbox.control.failDiscord({ webhookId: `PATCH ${webhookId}`, times: 'forever', fault });
	await changeStock('STOCK', false);
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
	await changeStock('RESTOCK', true);
	await settled(2);
	await stopEngines();
	await changeStock('STOCK', false);
	await publish('another');
	await sandbox.control.failDiscord({ webhookId: `PATCH ${webhookId}`, times: 1, fault: { answerAfterMs: 8000 } });
	await start();
	await settled(6);
	const [, , next] = await Delivery.query(db.knex).where({ status: 'sent' }).orderBy('sentAt');
	expect(next).toMatchObject({ editOf: null, webhookId: 2 });
});
