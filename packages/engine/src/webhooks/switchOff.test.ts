import { Delivery, Webhook } from '@dropwire/db';
import { expect, test } from 'vitest';
import { record } from '../delivery/record.ts';
import { queueEvent } from '../publishing.ts';
import { aSnapshot, until } from '../testing.ts';
import { useDeliveries } from '../testing/deliveries.ts';
import { switchOff, switchOnAgain } from './switchOff.ts';

const deliveries = useDeliveries();
const { withWebhooks, publish, titles, settled } = deliveries;

const MOVED = 'Not in its channel any more';
const off = (ids = [1]) => deliveries.fixture.db.transaction((trx) => switchOff(trx, ids, MOVED));
const on = (ids = [1]) => deliveries.fixture.db.transaction((trx) => switchOnAgain(trx, ids, [MOVED]));
const webhook = () => Webhook.query(deliveries.fixture.db.knex).findById(1).throwIfNotFound();
const ofStatus = (status: string) => Delivery.query(deliveries.fixture.db.knex).where({ status }).resultSize();

/** The outcomes counted so far. */
async function outcomes() {
	const sums = { sent: 'sent', failed: 'failed', expired: 'expired' };
	const row = await deliveries.fixture.db.knex('outcome_minutes').sum(sums).first();
	return { sent: Number(row?.sent), failed: Number(row?.failed), expired: Number(row?.expired) };
}

test('a webhook that is off and on again during a request gets what waited after it, each message once', async () => {
	await withWebhooks(1);
	const { control } = deliveries.fixture.sandbox;
	await control.failDiscord({ times: 1, fault: { delayMs: 1500 } });
	for (const title of ['one', 'two', 'three']) await publish(title);
	const engine = await deliveries.fixture.start();
	await until('the first is on its way', async () => (await control.stats()).requests === 1);
	await off();
	engine.wake();
	await on();
	engine.wake();
	await control.healDiscord();
	await settled(3);
	expect(await titles()).toEqual(['one', 'two', 'three']);
	expect((await control.stats()).requests).toBe(3);
	expect(await outcomes()).toEqual({ sent: 3, failed: 0, expired: 0 });
	await until('it is free', async () => (await webhook()).claimedBy === null);
});

test('a disabled webhook is released and resumes when it is enabled', async () => {
	await withWebhooks(1, {});
	const { control } = deliveries.fixture.sandbox;
	const wanted = Array.from({ length: 16 }, (_, n) => `message ${n}`);
	for (const title of wanted) await publish(title);
	const engine = await deliveries.fixture.start();
	await control.waitForMessages({ count: 1 });
	await off();
	await until('the engine let it go', () => engine.pulse().heldWebhooks === 0);
	expect((await webhook()).claimedBy).toBeNull();
	const sent = await ofStatus('sent');
	expect(sent).toBeLessThan(wanted.length);
	expect(await titles()).toEqual(wanted.slice(0, sent));
	expect(await outcomes()).toEqual({ sent, failed: wanted.length - sent, expired: 0 });
	await on();
	engine.wake();
	await settled(wanted.length);
	expect(await titles()).toEqual(wanted);
	const { answered, limitBroken } = await control.stats();
	expect({ limited: answered['429'] ?? 0, limitBroken }).toEqual({ limited: 0, limitBroken: 0 });
	expect(await outcomes()).toEqual({ sent: wanted.length, failed: 0, expired: 0 });
});

test('enabling a webhook sends the deliveries that failed with it', async () => {
	await withWebhooks(1);
	const { knex } = deliveries.fixture.db;
	for (const title of ['old', 'refused', 'waits']) await publish(title);
	await knex('messages').where({ id: 1 }).update({ expiresAt: 1 });
	await knex('deliveries').where({ id: 2 }).update({ status: 'failed', reason: 'Discord answered 400' });
	await off();
	await on();
	expect(await outcomes()).toMatchObject({ failed: 1 });
	await deliveries.fixture.start();
	await settled(3);
	expect(await titles()).toEqual(['waits']);
	const rows = await Delivery.query(knex).orderBy('id');
	expect(rows.map(({ reason }) => reason)).toEqual([MOVED, 'Discord answered 400', null]);
});

test('an edit whose webhook was off while the message was on its way changes that message', async () => {
	await withWebhooks(1);
	const { db, sandbox, start } = deliveries.fixture;
	await sandbox.control.failDiscord({ times: 1, fault: { answerAfterMs: 1500 } });
	await publish('first');
	const engine = await start();
	await until('the message is on its way', async () => (await sandbox.control.stats()).requests === 1);
	const [before, after] = [aSnapshot(), aSnapshot({ sizes: [], available: false })];
	const event = { source: 'NIKE', sku: 'CK9246-101', region: 'US', kind: 'STOCK', before, after } as const;
	await queueEvent(db, { ...event, at: Date.now() });
	await off();
	expect(await ofStatus('failed')).toBe(2);
	await sandbox.control.healDiscord();
	await until('the engine let it go', () => engine.pulse().heldWebhooks === 0);
	await on();
	engine.wake();
	await settled(2);
	expect((await sandbox.control.messages()).map(({ edits }) => edits)).toEqual([1]);
	expect(await ofStatus('sent')).toBe(2);
});

test('an edit does not overwrite the newer state that was sent while its webhook was off', async () => {
	await withWebhooks(1);
	const { knex } = deliveries.fixture.db;
	for (const title of ['one', 'older', 'newer']) await publish(title);
	await knex('deliveries').where({ id: 1 }).update({ status: 'sent', discordMessageId: '157483920174839200' });
	await knex('deliveries').whereIn('id', [2, 3]).update({ editOf: 1 });
	await off();
	await knex('deliveries').where({ id: 3 }).update({ status: 'sent', reason: null });
	await on();
	expect(await Delivery.query(knex).findById(2)).toMatchObject({ status: 'failed', reason: MOVED });
});

test('a webhook that turns out to be deleted stays off, and its delivery counts as failed once', async () => {
	await withWebhooks(1);
	await publish();
	await off();
	const reason = 'Discord answered 404: Unknown Webhook [10015]';
	const none = { sentAt: null, discordMessageId: null, failingSince: null, retryInMs: null, post: null };
	const { queuedAt } = await Delivery.query(deliveries.fixture.db.knex).findById(1).throwIfNotFound();
	const answer = { deliveryId: 1, queuedAt, webhookId: 1, status: 'failed', attempts: 1, reason, ...none } as const;
	await record(deliveries.fixture.db, {
		worker: 'late',
		finished: [{ ...answer, edit: false, replaces: false }],
		released: [],
		editsWait: [],
		dead: [{ webhookId: 1, reason }],
	});
	await on();
	expect(await webhook()).toMatchObject({ active: false, offReason: reason });
	expect(await outcomes()).toEqual({ sent: 0, failed: 1, expired: 0 });
});
