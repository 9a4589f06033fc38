import { BROADCAST_LIST, Delivery, operatorList, Subscription, TopicRow, Webhook } from '@dropwire/db';
import { onServer, openTestDatabase, type TestDatabase } from '@dropwire/db/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { until, waitsForLock } from '../testing.ts';
import { forgetUnlisted, resubscribe, subscribe, unsubscribe, WEBHOOK_REMOVED, webhookUrl } from './subscriptions.ts';

let db: TestDatabase;
let topicId: number;

beforeEach(async () => {
	db = await openTestDatabase();
	topicId = (await TopicRow.query(db.knex).first().throwIfNotFound()).id;
});
afterEach(() => db.close());

const webhook = (n: number) => ({
	id: `40000000000000000${n}`,
	token: `token-${n}`,
	url: `https://discord.com/api/webhooks/40000000000000000${n}/token-${n}`,
});
const group = (label: string) => ({ list: operatorList(topicId), topicId, guildChannelId: null, label });
const broadcast = { list: BROADCAST_LIST, topicId: null, guildChannelId: null, label: null };
const add = (place: typeof broadcast | ReturnType<typeof group>, n: number) =>
	db.transaction((trx) => subscribe(trx, db.vault, place, webhook(n)));

async function pendingDelivery(webhookId: number) {
	await db.knex('messages').insert({ kind: 'TEST', body: '{}', seenAt: 1, queuedAt: 1, expiresAt: 2 });
	const message = await db.knex('messages').first();
	await db
		.knex('deliveries')
		.insert({ messageId: message!.id, webhookId, target: '…', status: 'pending', queuedAt: 1 });
}

test('a webhook on two lists is one webhook, with its URL sealed', async () => {
	await add(group('one'), 1);
	await add(broadcast, 1);
	const rows = await Webhook.query(db.knex);
	expect(rows).toHaveLength(1);
	expect(JSON.stringify(rows)).not.toContain('token-1');
	const [saved] = rows as [Webhook];
	expect(webhookUrl(db.vault, saved.id, saved.urlSealed)).toBe(webhook(1).url);
});

test('rejects a second webhook or label with the same name in a list', async () => {
	await add(group('one'), 1);
	await expect(add(group('two'), 1)).rejects.toMatchObject({ name: 'UniqueViolationError' });
	await expect(add(group('one'), 2)).rejects.toMatchObject({ name: 'UniqueViolationError' });
	expect(await Webhook.query(db.knex)).toHaveLength(1);
	expect(await Subscription.query(db.knex)).toHaveLength(1);
});

test('saving a disabled webhook enables it', async () => {
	await add(group('one'), 1);
	await Webhook.query(db.knex).patch({ active: false, offReason: 'Unknown Webhook', offAt: 1 });
	await add(broadcast, 1);
	expect(await Webhook.query(db.knex).first()).toMatchObject({ active: true, offReason: null, offAt: null });
});

test('a webhook is deleted with its last subscription', async () => {
	const first = await add(group('one'), 1);
	const second = await add(broadcast, 1);
	const row = await Webhook.query(db.knex).first().throwIfNotFound();
	await pendingDelivery(row.id);

	await db.transaction((trx) => unsubscribe(trx, [first]));
	expect(await Delivery.query(db.knex).first()).toMatchObject({ status: 'pending', webhookId: row.id });

	await db.transaction((trx) => unsubscribe(trx, [second]));
	expect(await Webhook.query(db.knex)).toEqual([]);
	expect(await Delivery.query(db.knex).first()).toMatchObject({
		status: 'failed',
		reason: WEBHOOK_REMOVED,
		webhookId: null,
	});
});

test("replacing a subscription's webhook deletes the previous one", async () => {
	const id = await add(group('one'), 1);
	const subscription = await Subscription.query(db.knex).findById(id).throwIfNotFound();
	await db.transaction((trx) => resubscribe(trx, db.vault, subscription, webhook(2)));
	const rows = await Webhook.query(db.knex);
	expect(rows.map((row) => row.discordId)).toEqual([webhook(2).id]);
});

describe.runIf(onServer)('transactions at the same time', () => {
	test('a webhook whose last two subscriptions are removed is deleted', async () => {
		const ids = [await add(group('one'), 1), await add(broadcast, 1)];
		const { id: webhookId } = await Webhook.query(db.knex).first().throwIfNotFound();
		const removed = Promise.withResolvers<void>();
		const open = new Set(ids);
		const remove = (id: number) =>
			db.transaction(async (trx) => {
				await Subscription.query(trx).deleteById(id);
				open.delete(id);
				if (open.size === 0) removed.resolve();
				await removed.promise;
				await forgetUnlisted(trx, [webhookId]);
			});
		await Promise.all(ids.map(remove));
		expect(await Webhook.query(db.knex)).toEqual([]);
	});

	test('a webhook that is added to a list while another list removes it stays', async () => {
		const first = await add(group('one'), 1);
		let removing: Promise<unknown> = Promise.resolve();
		await db.transaction(async (trx) => {
			await subscribe(trx, db.vault, broadcast, webhook(1));
			removing = db.transaction((other) => unsubscribe(other, [first]));
			await Promise.race([removing, until('the removal waits for the addition', () => waitsForLock(db))]);
		});
		await removing;
		expect(await Webhook.query(db.knex)).toHaveLength(1);
		expect(await Subscription.query(db.knex)).toMatchObject([{ list: BROADCAST_LIST }]);
	});
});
