import { Session } from '@dropwire/db';
import { SANDBOX_GUILDS, SANDBOX_USERS } from '@dropwire/sandbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, type TestServer, openTestServer } from '../testing.ts';

let testServer: TestServer;
let ada: Browser;
const json = { 'content-type': 'application/json' };
beforeAll(async () => {
	testServer = await openTestServer({ limitFactor: 1 });
	ada = await testServer.signIn('ada');
});
afterAll(() => testServer.close());

test('a user above the limit gets 429 with Retry-After; another does not', async () => {
	const send = (person: Browser) =>
		person.api.stockNumberSend({ title: 'T', imageURL: 'https://x.example/i.png', description: 'D', webhooks: ['x'] });
	for (let n = 0; n < 30; n++) await expect(send(ada)).rejects.toMatchObject({ status: 400 });
	await expect(send(ada)).rejects.toMatchObject({ status: 429, code: 'rate_limited', retryAfter: expect.any(Number) });
	await ada.api.userAdd({ discordId: SANDBOX_USERS.mia.id, client: 'false' });
	const mia = await testServer.signIn('mia');
	await expect(send(mia)).rejects.toMatchObject({ status: 400 });
});

test('visitors are counted by address', async () => {
	const visitor = testServer.visitor();
	const ask = () =>
		visitor.fetch('/api/getimage', {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: '{"url":"x"}',
		});
	const statuses = new Set<number>();
	for (let n = 0; n < 19; n++)
		for (const answer of await Promise.all(Array.from({ length: 50 }, ask))) statuses.add(answer.status);
	expect(statuses).toEqual(new Set([400, 429]));
});

test('a client has 120 writes a minute, an operator more', async () => {
	const cleo = await testServer.signIn('cleo');
	const write = () => cleo.fetch('/api/channeldelete', { method: 'POST', headers: json, body: '{"id":"1"}' });
	const answers = [];
	for (let n = 0; n < 121; n += 11) answers.push(...(await Promise.all(Array.from({ length: 11 }, write))));
	expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
	const refused = await write();
	expect(refused.headers.get('retry-after')).toMatch(/^([1-9]|[1-5]\d|60)$/);
	const wait = refused.headers.get('retry-after')!;
	expect(await refused.json()).toMatchObject({
		error: { code: 'rate_limited', message: expect.stringContaining(`Try again in ${wait} second`) },
	});
	expect((await cleo.fetch('/api/guildlist')).status).toBe(200);
	await ada.api.skusChange({ action: 'ADD', type: 'MONITOR1', sku: ['CK9246-101'] });
});

test('a person exports the log at most 20 times a minute', async () => {
	const exported = async () => {
		const response = await ada.fetch('/api/export/deliveries');
		await response.text();
		return response.status;
	};
	for (let n = 0; n < 20; n++) expect(await exported()).toBe(200);
	expect(await exported()).toBe(429);
});

test('a person gets at most 10 addresses of a calendar a day', async () => {
	for (let n = 0; n < 10; n++) await ada.api.calendarSecretReplace({});
	await expect(ada.api.calendarSecretReplace({})).rejects.toMatchObject({
		status: 429,
		retryAfter: expect.any(Number),
	});
});

test('a person sends at most 20 test messages a minute, by whichever call', async () => {
	const url = 'https://discord.com/api/webhooks/400000000000000099/abc';
	const test = () => ada.fetch('/api/webhooktest', { method: 'POST', headers: json, body: JSON.stringify({ url }) });
	for (let n = 0; n < 20; n++) expect((await test()).status).toBe(404);
	expect((await test()).status).toBe(429);
	await expect(ada.api.linkTest({ guildId: SANDBOX_GUILDS.soleSearchers.id, id: '1' })).rejects.toMatchObject({
		status: 429,
	});
});

test.each([
	['/api/usersdb', 'no-store'],
	['/api/user', 'no-store'],
	['/twitter/keywords', 'no-store'],
	['/api/nothing', 'no-store'],
	['/api/site', null],
	['/api/openapi.json', null],
])('the response of %s has no-store unless it is the same for everyone', async (path, cacheControl) => {
	expect((await ada.fetch(path)).headers.get('cache-control')).toBe(cacheControl);
	if (cacheControl) expect((await testServer.visitor().fetch(path)).headers.get('cache-control')).toBe(cacheControl);
});

test('a body has at most 1 MiB, and 16 MiB for bulk calls', async () => {
	const rows = Array.from({ length: 6000 }, (_, n) => ({
		action: 'SET',
		type: 'MONITOR1',
		sku: `S-${n}`,
		productLink: ' '.repeat(200),
	}));
	const body = JSON.stringify({ dryRun: true, rows });
	expect(body.length).toBeGreaterThan(1_300_000);
	const send = (person: Browser, path: string) =>
		person.fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
	expect((await send(ada, '/api/bulk/skus')).status).toBe(200);
	expect((await send(ada, '/api/skus?action=ADD')).status).toBe(413);
	// Callers without the right are rejected before their body is read.
	expect((await send(await testServer.signIn('cleo'), '/api/bulk/skus')).status).toBe(403);
});

// The last one: nobody can sign in after it.
test.each(['/connect/discord', '/connect/discord/callback?code=x&state=y', '/auth/done'])(
	'too many requests to %s during sign-in get 429 and leave no session behind',
	async (path) => {
		const answers = async () =>
			Promise.all(Array.from({ length: 50 }, async () => testServer.visitor().fetch(path, { redirect: 'manual' })));
		const statuses = new Set([...(await answers()), ...(await answers())].map(({ status }) => status));
		expect(statuses).toContain(429);
		const before = await Session.query(testServer.db.knex).resultSize();
		const refused = await testServer.visitor().fetch(path, { redirect: 'manual' });
		expect(refused.status).toBe(429);
		expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
		expect(await Session.query(testServer.db.knex).resultSize()).toBe(before);
	},
);
