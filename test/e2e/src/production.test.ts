import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openContext } from './browser.ts';
import { openProduction, type Production } from './production.ts';
import { canOpenProxy } from './proxy.ts';

const METRICS_TOKEN = 'a-token-for-the-metrics';

// These tests need nginx; `npm test` installs it if possible.
describe.skipIf(!canOpenProxy)('the processes of docker-compose.yml behind nginx with TLS', () => {
	let production: Production;
	beforeAll(async () => {
		production = await openProduction({ METRICS_TOKEN });
	}, 90_000);
	afterAll(() => production?.close());

	test('signs a visitor in, with a cookie for https alone', async () => {
		const ada = production.visitor();
		const way = await ada.signIn();
		expect(way.at(-1)).toBe('/dashboard/admin');
		const redirect = new URL(way.find((at) => at.includes('/oauth2/authorize')) ?? '').searchParams.get('redirect_uri');
		expect(redirect).toBe(`${production.url}/connect/discord/callback`);
		const session = ada.setCookies.find((line) => line.startsWith('dropwire='));
		for (const attribute of ['; secure', '; httponly', '; samesite=lax']) {
			expect(session?.toLowerCase()).toContain(attribute);
		}
		const user = await ada.ask('/api/user');
		expect(JSON.parse(user.body)).toMatchObject({ username: 'Ada', roles: ['admin'] });
		expect(user.headers['strict-transport-security']).toContain('max-age');
	});

	test('logs calls without their query, and no address of a calendar', async () => {
		expect((await production.visitor().ask('/calendar/mine/of-somebody.ics')).status).toBe(404);
		await production.visitor().signIn();
		await expect.poll(() => production.accessLog()).toContain('"GET /connect/discord/callback" 302');
		expect(production.accessLog()).not.toMatch(/code=|of-somebody/);
	});

	test('signs a browser in', async () => {
		const context = await openContext({ ignoreHTTPSErrors: true });
		const page = await context.newPage();
		await page.goto(`${production.url}/dashboard/settings/deliveries`);
		await page.getByRole('link', { name: /^Ada/ }).click();
		await page.waitForURL(`${production.url}/dashboard/settings/deliveries`);
		await page.getByRole('heading', { name: 'Deliveries' }).waitFor();
		expect((await context.cookies()).find(({ name }) => name === 'dropwire')).toMatchObject({ secure: true });
	});

	test('forwards each event of the live stream immediately', async () => {
		const ada = production.visitor();
		await ada.signIn();
		const stream = await ada.open('/api/live');
		let seen = '';
		stream.setEncoding('utf8').on('data', (chunk: string) => {
			seen += chunk;
		});
		await expect.poll(() => seen).toContain('event: hello');
		const guildId = '200000000000000001';
		const body = JSON.stringify({ guildId, region: 'FR', toolsName: 'Nike Shoes Active' });
		expect((await ada.ask('/api/channelinsert', { method: 'POST', body })).status).toBe(201);
		await expect.poll(() => seen).toContain(`event: guild\ndata: {"guildId":"${guildId}"}`);
		stream.destroy();
	});

	test('counts calls by the real address and ignores X-Forwarded-For of callers', async () => {
		const ask = (from: string, forged: string) =>
			production.visitor(from).ask('/auth', { headers: { 'x-forwarded-for': forged, forwarded: `for=${forged}` } });
		const answers = await Promise.all(Array.from({ length: 100 }, (_, n) => ask('127.0.0.2', `203.0.113.${n}`)));
		expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([302, 429]));
		// Another client has a separate count, even if it forges the visitor's address.
		expect((await ask('127.0.0.3', '127.0.0.2')).status).toBe(302);
	});

	test('redirects HTTP to HTTPS except for ACME challenges', async () => {
		const plain = await fetch(`${production.plainUrl}/dashboard?x=1`, { redirect: 'manual' });
		expect(plain.status).toBe(308);
		expect(plain.headers.get('location')).toBe('https://127.0.0.1/dashboard?x=1');
		const folder = join(production.acmeFolder, '.well-known/acme-challenge');
		mkdirSync(folder, { recursive: true });
		writeFileSync(join(folder, 'token'), 'proof');
		const proof = await fetch(`${production.plainUrl}/.well-known/acme-challenge/token`);
		expect(await proof.text()).toBe('proof');
	});

	test('serves metrics only inside the network and only with the token', async () => {
		const bearer = { authorization: `Bearer ${METRICS_TOKEN}` };
		expect((await production.visitor().ask('/metrics', { headers: bearer })).status).toBe(404);
		const inside = await fetch(`${production.serverUrl}/metrics`, { headers: bearer });
		expect(await inside.text()).toContain('dropwire_deliveries_open');
	});

	test('forwards bodies of up to 16 MiB, and the server answers before reading them', async () => {
		const ada = production.visitor();
		await ada.signIn();
		const rows = [{ action: 'SET', type: 'MONITOR1', sku: 'DD1391-100' }];
		const send = (person: typeof ada, path: string, bytes: number) =>
			person.ask(path, { method: 'POST', body: JSON.stringify({ dryRun: true, rows, ignored: 'x'.repeat(bytes) }) });
		expect((await send(ada, '/api/bulk/skus', 15 * 2 ** 20)).status).toBe(200);
		for (const answer of [
			await send(ada, '/api/skus?action=ADD', 15 * 2 ** 20),
			await send(production.visitor(), '/api/bulk/skus', 15 * 2 ** 20),
		]) {
			expect(answer.headers['content-type']).toContain('json');
			expect([401, 413]).toContain(answer.status);
		}
		expect((await send(ada, '/api/bulk/skus', 17 * 2 ** 20)).status).toBe(413);
	});
});
