import { LIMITS } from '@dropwire/domain';
import { SANDBOX_GUILDS } from '@dropwire/sandbox';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Browser, openTestServer, type TestServer } from '../testing.ts';

let testServer: TestServer;
let ada: Browser;
const guildId = SANDBOX_GUILDS.soleSearchers.id;
beforeAll(async () => {
	testServer = await openTestServer();
	ada = await testServer.signIn('ada');
	// It would send to these webhooks.
	await testServer.engine.stop();
});
afterAll(() => testServer.close());
beforeEach(async () => {
	for (const table of ['deliveries', 'messages', 'subscriptions', 'webhooks']) await testServer.db.knex(table).delete();
});

/** Webhooks `Group 1` to `Group n`. @returns their ids */
async function addWebhooks(count: number): Promise<number[]> {
	const { knex } = testServer.db;
	const rows = Array.from({ length: count }, (_, n) => {
		const discordId = String(400_000_000_000_000_000n + BigInt(n));
		return { discordId, urlHash: `hash ${n}`, urlSealed: 'sealed', createdAt: 1 };
	});
	await knex.batchInsert('webhooks', rows, 50);
	const ids: number[] = await knex('webhooks').orderBy('id').pluck('id');
	const labelled = ids.map((webhookId, n) => ({ webhookId, list: 'broadcast', label: `Group ${n + 1}`, createdAt: 1 }));
	await knex.batchInsert('subscriptions', labelled, 50);
	return ids;
}

/** A message to each of these webhooks, oldest first. @returns the messages' ids, newest first */
async function sendTo(webhookIds: readonly number[], delivery: object = {}): Promise<string[]> {
	const { knex } = testServer.db;
	const message = { kind: 'NOTICE', body: '{}', seenAt: 1, queuedAt: 1, expiresAt: 1 };
	const before = await knex('messages').max({ id: 'id' }).first();
	await knex.batchInsert(
		'messages',
		Array.from(webhookIds, () => message),
		100,
	);
	const ids: number[] = await knex('messages')
		.where('id', '>', before?.['id'] ?? 0)
		.orderBy('id')
		.pluck('id');
	const sent = { target: 'x', status: 'sent', queuedAt: 1, sentAt: 2, ...delivery };
	await knex.batchInsert<object>(
		'deliveries',
		ids.map((messageId, n) => ({ ...sent, messageId, webhookId: webhookIds[n] })),
		50,
	);
	return ids.toReversed().map(String);
}

/** The messages of all pages. */
async function found(facets: Parameters<Browser['api']['deliveryGroups']>[0]): Promise<string[]> {
	const ids: string[] = [];
	for (let cursor: string | null | undefined; cursor !== null;) {
		const page = await ada.api.deliveryGroups({ ...facets, ...(cursor && { cursor }) });
		ids.push(...page.data.map(({ id }) => id));
		cursor = page.nextCursor;
	}
	return ids;
}

test('a part of a label finds the messages of all its webhooks', async () => {
	const webhooks = await addWebhooks(60);
	// Half of the messages are the first one's, and the others have one or two.
	const turns = Array.from({ length: 130 }, (_, n) => webhooks[n % 2 === 0 ? 0 : (n * 7) % 60] as number);
	const messages = await sendTo(turns);
	expect(await found({ webhook: 'group' })).toEqual(messages);
	const others = messages.filter((_, n) => turns.toReversed()[n] === webhooks[59]);
	expect(others).toHaveLength(2);
	expect(await found({ webhook: 'Group 60' })).toEqual(others);
	expect((await (await ada.fetch('/api/export/deliveries?webhook=group')).text()).trimEnd().split('\r\n')).toHaveLength(
		1 + messages.length,
	);
});

test('other filters narrow the deliveries of the webhooks', async () => {
	const webhooks = await addWebhooks(3);
	const sent = await sendTo([...webhooks, ...webhooks]);
	const failed = await sendTo(webhooks, { status: 'failed', guildId });
	expect(await found({ webhook: 'group' })).toEqual([...failed, ...sent]);
	expect(await found({ webhook: 'group', status: 'failed' })).toEqual(failed);
	expect(await found({ webhook: 'group', guildId })).toEqual(failed);
	expect(await found({ webhook: 'group', status: 'sent', guildId })).toEqual([]);
	expect(await found({ webhook: 'group', since: 2 })).toEqual([]);
});

test('the deliveries of a message are narrowed to the same webhooks', async () => {
	const [alpha, beta] = (await addWebhooks(2)) as [number, number];
	const [message] = (await sendTo([alpha])) as [string];
	const other = { messageId: Number(message), webhookId: beta, target: 'y', status: 'sent', queuedAt: 1, sentAt: 2 };
	await testServer.db.knex('deliveries').insert(other);
	const labels = async (facets: Parameters<Browser['api']['deliveries']>[0]) =>
		(await ada.api.deliveries(facets)).data.map(({ label }) => label);
	expect(await labels({ message })).toEqual(['Group 2', 'Group 1']);
	expect(await labels({ message, webhook: 'group 2' })).toEqual(['Group 2']);
	expect(await labels({ message, webhook: 'group 2', status: 'failed' })).toEqual([]);
	await expect(labels({ webhook: 'group 2' })).rejects.toMatchObject({
		status: 400,
		fields: { webhook: 'needs announcement, event or message' },
	});
});

test('rejects a text that matches too many webhooks, with their number', async () => {
	await addWebhooks(LIMITS.webhooksPerSearch + 1);
	const refused = {
		status: 400,
		fields: { webhook: expect.stringMatching(/^matches 201 webhooks, and at most 200 can be searched at once; enter/) },
	};
	await expect(ada.api.deliveryGroups({ webhook: 'group' })).rejects.toMatchObject(refused);
	expect((await ada.fetch('/api/export/deliveries?webhook=group')).status).toBe(400);
	expect(await found({ webhook: 'group 20' })).toEqual([]);
});
