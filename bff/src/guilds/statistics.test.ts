import { Delivery, Message, TopicRow, Webhook } from '@dropwire/db';
import { SANDBOX_GUILDS, SANDBOX_USERS } from '@dropwire/sandbox';
import type { Client, Contract } from '@dropwire/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestServer, openTestServer } from '../testing.ts';

let testServer: TestServer;
let bot: Client<Contract>;
beforeAll(async () => {
	testServer = await openTestServer();
	bot = await testServer.bot(SANDBOX_USERS.cleo.id);
});
afterAll(() => testServer.close());

const { id: guildId, name: guildName } = SANDBOX_GUILDS.soleSearchers;
const HOUR = 3_600_000;

async function link(toolsName: string) {
	const [webhook] = await testServer.sandbox.control.createWebhooks({ count: 1, guildId });
	const { url: webHook, channelId } = webhook!;
	const place = { guildId, guildName, region: 'US', toolsName, channelId, channelName: 'drops' };
	await bot.linkInsert({ ...place, webHook, byBot: true });
	return Webhook.query(testServer.db.knex).findOne({ discordId: webhook!.id }).throwIfNotFound();
}

test("a server's statistics have links by state, messages and median delay", async () => {
	expect(await bot.guildStatistics({ guildId })).toEqual({
		data: {
			links: { all: 0, off: 0, failing: 0, paused: 0 },
			day: { sent: 0, failed: 0 },
			week: { sent: 0, failed: 0 },
			isComplete: true,
			medianDelayMs: null,
			lastMessageAt: null,
		},
		isOperator: false,
	});
	const { knex } = testServer.db;
	const webhook = await link('Nike Shoes Active');
	const failing = await link('Nike Shoes Hold');
	const dead = await link('Nike Shoes Closeout');
	await Webhook.query(knex).findById(failing.id).patch({ lastStatus: 'failed' });
	await Webhook.query(knex).findById(dead.id).patch({ active: false, offReason: 'Unknown Webhook' });
	const { id: topicId } = await TopicRow.query(knex).findOne({ toolsName: 'Nike Shoes Active' }).throwIfNotFound();
	const now = Date.now();
	const sent = async (hoursAgo: number, delayMs: number, rest: Partial<Delivery> = {}) => {
		const queuedAt = now - hoursAgo * HOUR;
		const times = { seenAt: queuedAt, queuedAt, expiresAt: queuedAt + HOUR };
		const message = await Message.query(knex).insert({ kind: 'EVENT', body: '{}', ...times });
		await Delivery.query(knex).insert({
			messageId: message.id,
			webhookId: webhook.id,
			topicId,
			guildId,
			target: 'x',
			status: 'sent',
			queuedAt,
			sentAt: queuedAt + delayMs,
			...rest,
		});
	};
	await sent(24 * 8, 90_000);
	await sent(48, 800);
	await sent(2, 500);
	await sent(1, 300);
	// Sent again, hours after it had failed.
	await sent(5, 5 * HOUR - 59_900, { queuedAt: now - 60_000 });
	await sent(1, 0, { status: 'failed', sentAt: null });
	await sent(30, 0, { status: 'expired', sentAt: null });
	// Not a message of a topic, an edit, and a message to another server.
	await sent(1, 7000, { topicId: null });
	await sent(1, 8000, { editOf: 1 });
	await sent(1, 9000, { guildId: SANDBOX_GUILDS.restockRadar.id });
	await expect
		.poll(async () => (await bot.guildStatistics({ guildId })).data)
		.toEqual({
			links: { all: 3, off: 1, failing: 1, paused: 0 },
			day: { sent: 3, failed: 1 },
			week: { sent: 4, failed: 2 },
			isComplete: true,
			medianDelayMs: 500,
			lastMessageAt: now - 59_900,
		});
});

test('the answer says whether the user is an operator', async () => {
	const ada = await testServer.bot(SANDBOX_USERS.ada.id);
	expect((await ada.guildStatistics({ guildId })).isOperator).toBe(true);
});
