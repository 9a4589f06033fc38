import { Delivery, Message, TopicRow } from '@dropwire/db';
import { SANDBOX_GUILDS } from '@dropwire/sandbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, openTestServer, type TestServer } from '../testing.ts';

let testServer: TestServer;
let cleo: Browser;
beforeAll(async () => {
	testServer = await openTestServer();
	cleo = await testServer.signIn('cleo');
	// It would send to these webhooks.
	await testServer.engine.stop();
});
afterAll(() => testServer.close());

const guildId = SANDBOX_GUILDS.soleSearchers.id;
const [HOUR, DAY] = [3_600_000, 24 * 3_600_000];

test("a server's messages are counted by hour and by topic, and topics without any are listed", async () => {
	const { knex } = testServer.db;
	const topics = ['Nike Shoes Active', 'Nike Shoes Hold', 'Nike Shoes Closeout'];
	for (const toolsName of topics) await cleo.api.channelInsert({ guildId, region: 'US', toolsName });
	const now = Date.now();
	await knex('guild_channels').update({ createdAt: now - 40 * DAY });
	const rows = await TopicRow.query(knex).where({ region: 'US' }).whereIn('toolsName', topics);
	const idOf = (toolsName: string) => rows.find((row) => row.toolsName === toolsName)?.id ?? null;
	const sent = async (queuedAt: number, rest: Partial<Delivery> = {}) => {
		const times = { seenAt: queuedAt, queuedAt, expiresAt: queuedAt + HOUR };
		const { id: messageId } = await Message.query(knex).insert({ kind: 'EVENT', body: '{}', ...times });
		const own = { messageId, guildId, topicId: idOf('Nike Shoes Active'), target: 'x', status: 'sent' as const };
		await Delivery.query(knex).insert({ ...own, queuedAt, sentAt: queuedAt, ...rest });
	};
	const hour = (at: number, offset: number) => at - ((at - offset * 60_000) % HOUR);
	await sent(now - 29.9 * DAY);
	await sent(now - 10 * DAY, { topicId: idOf('Nike Shoes Hold') });
	await sent(now - HOUR);
	await sent(now - HOUR);
	await sent(now - HOUR, { status: 'failed', sentAt: null });
	// Not a message of a topic, an edit, and a message to another server.
	await sent(now - HOUR, { topicId: null });
	await sent(now - HOUR, { editOf: 1 });
	await sent(now - HOUR, { guildId: SANDBOX_GUILDS.restockRadar.id });

	const { data } = await cleo.api.guildActivity({ guildId, offset: 30 });
	expect(data.hours).toEqual([
		{ at: hour(now - 29.9 * DAY, 30), sent: 1, failed: 0 },
		{ at: hour(now - 10 * DAY, 30), sent: 1, failed: 0 },
		{ at: hour(now - HOUR, 30), sent: 2, failed: 1 },
	]);
	expect(data.topics).toMatchObject([
		{ toolsName: 'Nike Shoes Active', week: { sent: 2, failed: 1 }, month: { sent: 3, failed: 1 } },
		{ toolsName: 'Nike Shoes Hold', week: { sent: 0, failed: 0 }, month: { sent: 1, failed: 0 } },
	]);
	expect(data.unused).toMatchObject([{ toolsName: 'Nike Shoes Closeout', region: 'US', addedAt: now - 40 * DAY }]);
});
