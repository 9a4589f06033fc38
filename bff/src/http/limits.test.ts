import { Session } from '@dropwire/db';
import { SANDBOX_USERS } from '@dropwire/sandbox';
import Ajv2020 from 'ajv/dist/2020.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract, type Endpoint } from '../../contract/index.ts';
import { type Browser, type House, openHouse } from '../testing.ts';

let house: House;
let ada: Browser;
beforeAll(async () => {
	house = await openHouse({ limitFactor: 1 });
	ada = await house.signIn('ada');
});
afterAll(() => house.close());

test('who shortens too often is told how long to wait; another user is not', async () => {
	const shorten = () => ada.api.urlShorten({ originalUrl: 'https://example.com/x' });
	for (let n = 0; n < 60; n++) await shorten();
	await expect(shorten()).rejects.toMatchObject({ status: 429, code: 'rate_limited', retryAfter: expect.any(Number) });
	await ada.api.userAdd({ discordId: SANDBOX_USERS.mia.id, client: 'false' });
	const mia = await house.signIn('mia');
	await mia.api.urlShorten({ originalUrl: 'https://example.com/x' });
});

test('a visitor is counted by the address', async () => {
	const visitor = house.visitor();
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

test('the figures are for callers of this machine without a proxy between, or with the token', async () => {
	const ask = (headers: Record<string, string>) => fetch(`${house.server.origin}/metrics`, { headers });
	const text = await (await ask({})).text();
	expect(text).toContain('dropwire_deliveries_open 0');
	expect(text).toMatch(/dropwire_workers_heartbeat_seconds\{worker="[^"]+"\}/);
	expect(text).toMatch(/dropwire_calls_total\{call="urlShorten",status="200"\} \d+/);
	const added = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'cf-connecting-ip', 'true-client-ip'];
	for (const header of [...added, 'forwarded', 'x-real-ip', 'via'])
		expect((await ask({ [header]: '127.0.0.1' })).status).toBe(403);
	const withToken = { 'x-forwarded-for': '8.8.8.8', authorization: `Bearer ${house.settings.METRICS_TOKEN}` };
	expect((await ask(withToken)).status).toBe(200);
	expect((await ask({ ...withToken, authorization: 'Bearer wrong' })).status).toBe(403);
});

test('the OpenAPI document names every call, and its schemas are schemas', async () => {
	const document = (await (await fetch(`${house.server.origin}/api/openapi.json`)).json()) as {
		openapi: string;
		paths: Record<
			string,
			Record<string, { operationId: string; requestBody?: { content: Record<string, { schema: object }> } }>
		>;
	};
	expect(document.openapi).toBe('3.1.0');
	const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
	expect(operations.map(({ operationId }) => operationId).sort()).toEqual(Object.keys(contract).sort());
	expect(JSON.stringify(document.paths['/api/productquery'])).toContain('X-Regions-Failed');
	expect(JSON.stringify(document.paths['/api/live'])).toContain('Last-Event-ID');
	const ajv = new Ajv2020.default({ strict: false, validateFormats: false });
	for (const { requestBody } of operations) {
		const schema = requestBody?.content['application/json']?.schema;
		if (schema) expect(ajv.compile(schema)).toBeTypeOf('function');
	}
});

test('the docs page shows every call, and runs nothing', async () => {
	const response = await fetch(`${house.server.origin}/api/docs`);
	const page = await response.text();
	expect(response.headers.get('content-type')).toContain('text/html');
	for (const { path } of Object.values(contract) as Endpoint[]) expect(page).toContain(path);
	expect(page).not.toContain('<script');
});

test('1 MiB is the most for a body, but for the calls of operators that take many rows', async () => {
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
	// Who may not call is told that first; what they sent is not read.
	expect((await send(await house.signIn('cleo'), '/api/bulk/skus')).status).toBe(403);
});

// The last one: nobody can sign in after it.
test.each(['/connect/discord', '/connect/discord/callback?code=x&state=y', '/auth/done'])(
	'who goes the way of sign-in too often, at %s, is told to wait, and leaves no session behind',
	async (path) => {
		const answers = async () =>
			Promise.all(Array.from({ length: 50 }, async () => house.visitor().fetch(path, { redirect: 'manual' })));
		const statuses = new Set([...(await answers()), ...(await answers())].map(({ status }) => status));
		expect(statuses).toContain(429);
		const before = await Session.query(house.db.knex).resultSize();
		const refused = await house.visitor().fetch(path, { redirect: 'manual' });
		expect(refused.status).toBe(429);
		expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
		expect(await Session.query(house.db.knex).resultSize()).toBe(before);
	},
);
