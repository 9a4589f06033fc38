import { SANDBOX_APP } from '@dropwire/sandbox';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type BotTestServer, CHANNEL, embedOf, GUILD, openBotTestServer } from '../testing.ts';

let testServer: BotTestServer;
beforeAll(async () => {
	testServer = await openBotTestServer();
});
afterEach(async () => {
	testServer.setConnection('open');
	await testServer.sandbox.control.healDiscord();
});
afterAll(() => testServer.close());

const ourWebhooks = async () =>
	(await testServer.sandbox.control.webhooks()).filter((webhook) => webhook.applicationId === SANDBOX_APP.clientId);
const link = (topic = 'HP Laptops', channel = CHANNEL) =>
	testServer.runCommand('link', { region: 'US', topic, channel });
const links = async () => (await (await testServer.bot()).linkList({ guildId: GUILD })).data;
async function unlinkAll() {
	const bot = await testServer.bot();
	for (const { id } of await links()) await bot.linkDelete({ guildId: GUILD, id });
	for (const { id } of await ourWebhooks()) await testServer.sandbox.control.deleteWebhook(id);
}

test('while the BFF is down, a command is acknowledged in time and reports it; no webhook is created', async () => {
	testServer.setConnection('down');
	const answer = await link();
	expect(answer.acknowledgedMs).toBeLessThan(3000);
	expect(embedOf(answer)).toMatchObject({
		title: 'Dropwire is not responding',
		description: 'Dropwire did not answer. Nothing was changed. Try again in a minute.',
		// The BFF returned no id, so the reply has the id in the bot's log.
		footer: { text: `Dropwire · request ${answer.id}` },
	});
	expect(await ourWebhooks()).toEqual([]);
});

test('while the BFF does not answer, a command is acknowledged in time and gives up after its timeout', async () => {
	testServer.setConnection('silent');
	const answer = await link();
	expect(answer.acknowledgedMs).toBeLessThan(3000);
	expect(embedOf(answer).title).toBe('Dropwire is not responding');
	expect(await ourWebhooks()).toEqual([]);
});

test('a link that fails during an outage leaves no webhook', async () => {
	testServer.setConnection('down', '/api/linkinsert');
	expect(embedOf(await link()).title).toBe('Dropwire is not responding');
	expect(await ourWebhooks()).toEqual([]);
});

test('a link whose first response is lost is created once', async () => {
	testServer.setConnection('one response lost', '/api/linkinsert');
	expect(embedOf(await link()).title).toBe('Linked');
	expect(await links()).toHaveLength(1);
	expect(await ourWebhooks()).toHaveLength(1);
	await unlinkAll();
});

test('a link without any response is canceled, in the BFF and at Discord', async () => {
	const lost = testServer.lostCalls();
	testServer.setConnection('one response lost, then down', '/api/linkinsert');
	expect(embedOf(await link()).title).toBe('Dropwire is not responding');
	expect(await links()).toHaveLength(1);
	// The lost response, the second attempt and the first attempt to cancel.
	await expect.poll(() => testServer.lostCalls() - lost).toBeGreaterThanOrEqual(3);
	testServer.setConnection('open');
	await expect.poll(links).toEqual([]);
	await expect.poll(ourWebhooks).toEqual([]);
});

test('a failed link keeps a webhook that the dashboard has linked', async () => {
	const cleo = await testServer.signIn('cleo');
	// The dashboard links the webhook that the bot has created, while the bot waits for the answer.
	testServer.setConnection('silent', '/api/linkinsert');
	const answer = link();
	await expect.poll(ourWebhooks).toHaveLength(1);
	const change = { action: 'ADD', region: 'US', toolsName: 'ASICS Restock', channelId: CHANNEL } as const;
	await cleo.api.serverSetup({ guildId: GUILD, changes: [change] });
	testServer.setConnection('down', '/api/linkinsert');
	expect(embedOf(await answer).title).toBe('Dropwire is not responding');
	const [stored] = await links();
	expect(await ourWebhooks()).toMatchObject([{ id: stored!.webhookId }]);
	testServer.setConnection('open');
	await unlinkAll();
});

test('a link uses the webhook that the dashboard has created since the bot listed those of the channel', async () => {
	const { control } = testServer.sandbox;
	const cleo = await testServer.signIn('cleo');
	const [leftover] = await control.createWebhooks({
		count: 1,
		channelId: CHANNEL,
		applicationId: SANDBOX_APP.clientId,
	});
	const { reads } = await control.stats();
	await control.failDiscord({ webhookId: `read ${leftover!.id}`, times: 1, fault: { delayMs: 4500 } });
	const answer = link();
	// The bot checks the webhook that it has listed, which is deleted before it has the answer.
	await expect.poll(async () => (await control.stats()).reads).toBeGreaterThan(reads);
	await control.deleteWebhook(leftover!.id);
	const change = { action: 'ADD', region: 'US', toolsName: 'ASICS Restock', channelId: CHANNEL } as const;
	await cleo.api.serverSetup({ guildId: GUILD, changes: [change] });
	const [made] = await ourWebhooks();
	await control.healDiscord();
	expect(embedOf(await answer).title).toBe('Linked');
	expect((await ourWebhooks()).map(({ id }) => id)).toEqual([made!.id]);
	expect((await links()).map(({ webhookId, health }) => [webhookId, health.active])).toEqual([
		[made!.id, true],
		[made!.id, true],
	]);
	await unlinkAll();
});

test('a link that exists is kept if /link gets no answer for it', async () => {
	expect(embedOf(await link()).title).toBe('Linked');
	const before = await links();
	testServer.setConnection('one response lost, then down', '/api/linkinsert');
	const answer = await link();
	expect(embedOf(answer).description).toContain('the change may or may not have been made');
	testServer.setConnection('open');
	const request = () => testServer.db.knex('link_requests').where({ idempotencyKey: answer.id }).first('canceledAt');
	await expect.poll(request).toEqual({ canceledAt: expect.any(Number) as number });
	expect(await links()).toEqual(before);
	await unlinkAll();
});

test('a canceled link that was linked again is kept', async () => {
	expect(embedOf(await link('ASICS Restock')).title).toBe('Linked');
	const kept = ['Nike Shoes Hold', 'Nike Shoes Closeout'];
	// The BFF stores one link before the connection is lost, but not the other.
	for (const [connection, topic] of [
		['one response lost, then down', kept[0]!],
		['down', kept[1]!],
	] as const) {
		testServer.setConnection(connection, '/api/linkinsert');
		expect(embedOf(await link(topic)).title).toBe('Dropwire is not responding');
		testServer.setConnection('open');
		// Depends on whether the first link has been canceled by now.
		expect(['Linked', 'Not done']).toContain(embedOf(await link(topic)).title);
	}
	// Canceled after the other two links; it shares their webhook.
	testServer.setConnection('one response lost, then down', '/api/linkinsert');
	expect(embedOf(await link('HP Laptops')).title).toBe('Dropwire is not responding');
	expect(await links()).toHaveLength(4);
	testServer.setConnection('open');
	const topics = async () => (await links()).map(({ toolsName }) => toolsName).sort();
	await expect.poll(topics).toEqual(['ASICS Restock', ...kept].sort());
	expect(await ourWebhooks()).toHaveLength(1);
	await unlinkAll();
});

test.each([1, 4])('if the responses to %i webhook creations are lost, one webhook is kept and used', async (times) => {
	await testServer.sandbox.control.failDiscord({ webhookId: 'bot POST', times, fault: { dropAfter: true } });
	expect(embedOf(await link()).title).toBe('Linked');
	const [stored] = await links();
	expect(await ourWebhooks()).toMatchObject([{ id: stored!.webhookId }]);
	await unlinkAll();
});

const UNKNOWN = { status: 404, body: { message: 'Unknown Webhook', code: 10015 } };

test('/link replaces a webhook that Discord lists but no longer accepts messages for, for all links of the channel', async () => {
	const { control } = testServer.sandbox;
	await link('HP Laptops');
	await link('ASICS Restock');
	const [{ id: bad } = { id: '' }] = await ourWebhooks();
	await control.failDiscord({ webhookId: bad, times: 'forever', fault: UNKNOWN });
	const bot = await testServer.bot();
	await bot.linkTest({ guildId: GUILD, id: (await links())[0]!.id });
	await expect.poll(async () => (await links()).map(({ health }) => health.active)).toEqual([false, false]);
	expect(embedOf(await link('Nike Shoes Hold')).title).toBe('Linked');
	const [made, ...others] = await ourWebhooks();
	expect({ others, isOld: made!.id === bad }).toEqual({ others: [], isOld: false });
	expect((await links()).map(({ webhookId, health }) => [webhookId, health.active])).toEqual(
		Array.from({ length: 3 }, () => [made!.id, true]),
	);
	await unlinkAll();
});

test('/link replaces a webhook that Discord lists but does not know by its token', async () => {
	const { control } = testServer.sandbox;
	await link('HP Laptops');
	const [{ id: bad } = { id: '' }] = await ourWebhooks();
	await control.failDiscord({ webhookId: `read ${bad}`, times: 'forever', fault: UNKNOWN });
	expect(embedOf(await link('ASICS Restock')).title).toBe('Linked');
	expect((await links()).map(({ webhookId }) => webhookId)).not.toContain(bad);
	expect(await ourWebhooks()).toHaveLength(1);
	await unlinkAll();
});

test('/link makes another webhook while the server deletes the one that lost its last link', async () => {
	await unlinkAll();
	await link();
	const [{ id, webhookId } = { id: '', webhookId: '' }] = await links();
	await (await testServer.bot()).linkDelete({ guildId: GUILD, id });
	const startedAt = Date.now();
	const row = { discordId: webhookId, guildId: GUILD, dueAt: startedAt + 60_000, startedAt, attempts: 0 };
	await testServer.db.knex('webhook_deletions').insert(row).onConflict('discordId').merge();
	expect(embedOf(await link()).title).toBe('Linked');
	const [linked] = await links();
	expect(linked?.webhookId).not.toBe(webhookId);
	expect((await ourWebhooks()).map((webhook) => webhook.id)).toEqual([linked?.webhookId]);
	await unlinkAll();
});

test('rate limits are waited for; other Discord failures leave nothing behind', async () => {
	const limited = { limited: { retryAfter: 0.2, scope: 'user' } } as const;
	await testServer.sandbox.control.failDiscord({ webhookId: 'bot', times: 2, fault: limited });
	expect(embedOf(await link()).title).toBe('Linked');
	await unlinkAll();
	await testServer.sandbox.control.failDiscord({ webhookId: 'bot', times: 'forever', fault: { status: 503 } });
	const answer = await link();
	expect(answer.acknowledgedMs).toBeLessThan(3000);
	expect(embedOf(answer)).toMatchObject({
		title: 'Discord is not responding',
		color: 0xff4d4f,
		footer: { text: `Dropwire · request ${answer.id}` },
	});
	expect(await ourWebhooks()).toEqual([]);
});

test.each([
	['an error', { status: 500 }],
	['a rate limit', { limited: { retryAfter: 0.3, scope: 'user' } }],
	['a broken connection', { drop: true }],
] as const)('an acknowledgement that fails with %s is retried in time', async (_, fault) => {
	await testServer.sandbox.control.failDiscord({ webhookId: 'interactions', times: 1, fault });
	const answer = await testServer.runCommand('help');
	expect(answer).toMatchObject({ state: 'answered' });
	expect(answer.acknowledgedMs).toBeLessThan(3000);
});

test('an unacknowledged command does nothing', async () => {
	await testServer.sandbox.control.failDiscord({ webhookId: 'interactions', times: 'forever', fault: { status: 500 } });
	expect((await link()).state).toBe('failed');
	expect(await ourWebhooks()).toEqual([]);
	expect(await links()).toEqual([]);
});

test('a rejected BFF token is reported with the request id', async () => {
	await testServer.db.knex('api_tokens').delete();
	await expect
		.poll(async () => embedOf(await link()))
		.toMatchObject({
			title: 'The bot has no access',
			footer: { text: expect.stringMatching(/^Dropwire · request [\da-f-]{36}$/) },
		});
});

const REJECTED = {
	status: 400,
	body: {
		message: 'Invalid Form Body',
		code: 50035,
		errors: {
			embeds: { 0: { thumbnail: { url: { _errors: [{ code: 'URL_TYPE_INVALID_URL', message: 'Not a URL.' }] } } } },
		},
	},
};
const rejectAnswers = (times: number, fault: object = REJECTED) =>
	testServer.sandbox.control.failDiscord({ webhookId: 'interactions PATCH', times, fault: fault as typeof REJECTED });

test('a rejected reply is shown without pictures and addresses', async () => {
	await rejectAnswers(1);
	expect(embedOf(await testServer.runCommand('help')).title).toBe('Dropwire');
});

test('a reply rejected twice is replaced by a translated error', async () => {
	await rejectAnswers(2);
	const answer = await testServer.runCommand('help', {}, { locale: 'de' });
	expect(embedOf(answer)).toMatchObject({
		title: 'Von Discord abgelehnt',
		description: expect.stringContaining('(Invalid Form Body, 50035)') as string,
		footer: { text: `Dropwire · Anfrage ${answer.id}` },
	});
});

test('a reply rejected for another reason is replaced by an error', async () => {
	await rejectAnswers(1, { status: 403, body: { message: 'internal network error', code: 40333 } });
	expect(embedOf(await testServer.runCommand('help')).title).toBe('Rejected by Discord');
});

test('a reply whose connection is lost is sent again', async () => {
	await rejectAnswers(1, { drop: true });
	expect(embedOf(await testServer.runCommand('help')).title).toBe('Dropwire');
});
