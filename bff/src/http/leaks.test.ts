import { SANDBOX_CHANNELS, SANDBOX_GUILDS } from '@dropwire/sandbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestServer, openTestServer } from '../testing.ts';

let log = '';
let testServer: TestServer;
beforeAll(async () => {
	testServer = await openTestServer({ logTo: { write: (line) => void (log += line) }, webhookChecksPerSecond: 50 });
});
afterAll(() => testServer.close());

test('logs name a webhook by its id, never its token', async () => {
	const { id: guildId } = SANDBOX_GUILDS.soleSearchers;
	const { id: channelId } = SANDBOX_CHANNELS.find((channel) => channel.guildId === guildId)!;
	const [alive, dead] = await testServer.sandbox.control.createWebhooks({ count: 2, channelId });
	const [ada, cleo] = [await testServer.signIn('ada'), await testServer.signIn('cleo')];
	const topic = { guildId, region: 'US', toolsName: 'HP Laptops' };
	await cleo.api.channelInsert(topic);
	for (const { id, url } of [alive!, dead!]) {
		const { data } = await cleo.api.webhookInsert({ ...topic, webHook: url });
		// Verified while it exists: a webhook that verification finds deleted is off, and cannot be tested.
		await expect
			.poll(() => log.split('\n').some((line) => line.includes('webhook verified') && line.includes(id)))
			.toBe(true);
		if (id === dead!.id) await testServer.sandbox.control.deleteWebhook(id);
		const tested = await cleo.api.linkTest({ guildId, id: data.id });
		expect(tested.data.status).toBe(id === alive!.id ? 'sent' : 'failed');
	}
	await expect.poll(() => log).toMatch(/Unknown Webhook/);
	const shown = {
		log,
		deliveries: JSON.stringify(await ada.api.deliveries()),
		audit: JSON.stringify(await ada.api.audit()),
	};
	for (const [where, text] of Object.entries(shown)) {
		expect({ where, text }).toEqual({ where, text: expect.stringContaining(alive!.id) });
		for (const { token } of [alive!, dead!]) {
			expect({ where, text }).not.toEqual({ where, text: expect.stringContaining(token) });
		}
	}
});

test('an internal error answers with its request id only; the log has the cause', async () => {
	const ada = await testServer.signIn('ada');
	await testServer.db.knex.schema.dropTable('api_tokens');
	const response = await ada.fetch('/api/tokens');
	expect(response.status).toBe(500);
	const requestId = response.headers.get('x-request-id') as string;
	const text = await response.text();
	expect(JSON.parse(text)).toMatchObject({ error: { code: 'internal', message: expect.stringContaining(requestId) } });
	expect(text).not.toContain('api_tokens');
	const line = log.split('\n').find((one) => one.includes(requestId));
	expect(line).toContain('api_tokens');
});

test("a person's calendar is no secret of the log and the metrics, also when it fails", async () => {
	const ada = await testServer.signIn('ada');
	const { pathname } = new URL((await ada.api.calendarSecretReplace({})).data.url);
	const secret = /mine\/(.+)\.ics/.exec(pathname)?.[1] as string;
	expect((await ada.fetch(pathname)).status).toBe(200);
	await testServer.db.knex.schema.dropTable('calendar_secrets');
	const response = await ada.fetch(pathname);
	expect(response.status).toBe(500);
	await expect.poll(() => log).toContain('/calendar/mine/:secret.ics');
	const metrics = await (await ada.fetch('/metrics')).text();
	expect(metrics).toContain('ownCalendar');
	for (const text of [log, metrics, await response.text(), JSON.stringify(await ada.api.audit())])
		expect(text).not.toContain(secret);
});
