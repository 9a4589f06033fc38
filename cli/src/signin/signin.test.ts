import { once } from 'node:events';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type CliFixture, type Running, type Office, openFixture, openOffice } from '../testing.ts';

let office: Office;
let url: string;
let fixture: CliFixture;
beforeAll(async () => {
	office = await openOffice();
	url = office.testServer.server.origin;
});
beforeEach(() => {
	fixture = openFixture();
	return () => fixture.remove();
});
afterAll(() => office.close());

const file = () => join(fixture.home, '.config/dropwire/profiles.json');

test('login stores a token in a file that only its owner can read', async () => {
	const { code, out, err } = await fixture.run(['login', '--url', url, '--token', '-'], { input: `${office.token}\n` });
	expect({ code, out, err }).toEqual({ code: 0, out: `Signed in to ${url} as Ada (admin).\n`, err: '' });
	expect(statSync(file()).mode & 0o777).toBe(0o600);
	expect(statSync(join(file(), '..')).mode & 0o777).toBe(0o700);
	expect(await fixture.run(['whoami'])).toEqual({ code: 0, out: `Ada (admin) at ${url}\n`, err: '' });
	expect(await fixture.json(['whoami'])).toMatchObject({ url, profile: 'default', username: 'Ada', roles: ['admin'] });
	const shown = await Promise.all([fixture.run(['profiles', 'list']), fixture.run(['profiles', 'list', '--json'])]);
	expect(shown.map((ran) => ran.code)).toEqual([0, 0]);
	expect(JSON.stringify(shown)).not.toContain(office.token);
});

test('login does not store a rejected token', async () => {
	const { code, err } = await fixture.run(['login', '--url', url, '--token', 'dropwire_wrong']);
	expect({ code, err }).toEqual({ code: 3, err: expect.stringContaining('The token is invalid') });
	expect((await fixture.run(['whoami'])).code).toBe(3);
});

test('manages several profiles with one current', async () => {
	const cleo = await office.testServer.signIn('cleo');
	const { data } = await cleo.api.tokenCreate({ name: 'x', scopes: ['read'] });
	for (const [name, token] of [
		['work', office.token],
		['own', data.token],
	] as const)
		expect((await fixture.run(['login', '--profile', name, '--url', url, '--token', token])).code).toBe(0);
	expect(await fixture.json(['whoami'])).toMatchObject({ profile: 'own', username: 'Cleo' });
	expect(await fixture.json(['whoami', '--profile', 'work'])).toMatchObject({ username: 'Ada' });
	expect(await fixture.json(['whoami'], { env: { DROPWIRE_PROFILE: 'work' } })).toMatchObject({ username: 'Ada' });
	// --profile takes precedence over the environment.
	expect(
		await fixture.json(['whoami', '--profile', 'own'], { env: { DROPWIRE_TOKEN: office.token, DROPWIRE_URL: url } }),
	).toMatchObject({ username: 'Cleo' });
	expect(await fixture.json(['profiles', 'use', 'work'])).toEqual({ current: 'work', url });
	expect(await fixture.json(['profiles', 'list'])).toMatchObject([
		{ name: 'work', current: true, username: 'Ada' },
		{ name: 'own', current: false, username: 'Cleo' },
	]);
	const { code, err } = await fixture.run(['whoami', '--profile', 'wrok']);
	expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('Did you mean work?') });
});

test("sends a profile's token only to its server", async () => {
	await fixture.run(['login', '--url', url, '--token', office.token]);
	const seen: (string | undefined)[] = [];
	const other = createServer((request, response) => {
		seen.push(request.headers.authorization);
		response.end('{}');
	}).listen(0, '127.0.0.1');
	await new Promise((resolve) => other.once('listening', resolve));
	const elsewhere = `http://127.0.0.1:${(other.address() as { port: number }).port}`;
	expect((await fixture.run(['whoami', '--url', elsewhere])).code).toBe(3);
	expect((await fixture.run(['webhooks', 'list'], { env: { DROPWIRE_URL: elsewhere } })).code).toBe(3);
	expect(seen).toEqual([]);
	other.close();
});

test('logout removes the profile and warns of tokens that remain valid', async () => {
	await fixture.run(['login', '--url', url, '--token', office.token]);
	const { code, err } = await fixture.run(['logout', '--quiet']);
	expect({ code, err }).toEqual({ code: 0, err: expect.stringContaining('remains valid') });
	expect(readFileSync(file(), 'utf8')).not.toContain(office.token);
	expect((await fixture.run(['whoami'])).code).toBe(3);
	expect((await fixture.run(['logout'])).code).toBe(3);
	expect((await office.fixture.run(['whoami'])).code).toBe(0);
});

/** Waits for the URL that `login` prints. @returns its page, its parameters, and the URL of the redirect */
async function requestOf(running: Running) {
	await expect.poll(() => running.err()).toContain('/signin/cli?');
	const page = new URL(/http\S+\/signin\/cli\?\S+/.exec(running.err())?.[0] ?? '');
	const { port, ...rest } = Object.fromEntries(page.searchParams) as Record<string, string>;
	const asked = { port: Number(port), state: '', challenge: '', name: '', ...rest };
	return { page, asked, back: `http://127.0.0.1:${port}/` };
}

test('login --device signs in once its code is confirmed', async () => {
	for (const allow of [true, false]) {
		const running = fixture.start(['login', '--device', '--url', url]);
		await expect.poll(() => running.err()).toContain('/signin/device?code=');
		const code = /shows (\S+):/.exec(running.err())?.[1] ?? '';
		expect(running.err()).toContain(`?code=${code}\n`);
		await office.ada.api.deviceDecide({ code, allow });
		expect(await running.ended).toMatchObject(
			allow
				? { code: 0, out: `Signed in to ${url} as Ada (admin).\n` }
				: { code: 3, out: '', err: expect.stringContaining('Sign-in was denied.') },
		);
	}
	expect(await fixture.json(['logout'])).toMatchObject({ tokenRevoked: true });
});

test('approving in the browser signs in; logout revokes the token', async () => {
	const running = fixture.start(['login', '--url', url, '--no-browser']);
	const { page, asked } = await requestOf(running);
	expect(page.origin).toBe(url);
	// A connection that the browser opens and does not use must not keep the process running.
	const silent = connect(asked.port, '127.0.0.1');
	await once(silent, 'connect');
	silent.on('error', () => undefined);
	const { data } = await office.ada.api.cliGrant(asked);
	const landed = await fetch(data.location);
	expect(await landed.text()).toContain('go back to the terminal');
	expect(await running.ended).toMatchObject({ code: 0, out: `Signed in to ${url} as Ada (admin).\n` });
	const { token } = (JSON.parse(readFileSync(file(), 'utf8')) as { profiles: { default: { token: string } } }).profiles
		.default;
	expect(running.out() + running.err()).not.toContain(token);
	expect((await fixture.run(['tokens', 'list'])).out).toContain('dropwire on');
	expect(await fixture.json(['logout'])).toMatchObject({ tokenRevoked: true });
	const after = await fetch(`${url}/api/deliveries`, { headers: { authorization: `Bearer ${token}` } });
	expect(after.status).toBe(401);
});

test('tokens create prints an approved token and stores nothing', async () => {
	const running = fixture.start(['tokens', 'create', 'nightly job', '--url', url, '--no-browser']);
	const { asked } = await requestOf(running);
	expect(asked.name).toBe('nightly job');
	const { data } = await office.ada.api.cliGrant(asked);
	await fetch(data.location);
	const { code, out } = await running.ended;
	expect({ code, out }).toEqual({ code: 0, out: expect.stringMatching(/^dropwire_\S+\n$/) });
	expect((await fixture.run(['whoami', '--url', url, '--token', out.trim()])).out).toMatch(/^Ada/);
	expect((await fixture.run(['whoami'])).code).toBe(3);
	const created = await fixture.json<{ name: string }[]>(['tokens', 'list', '--url', url, '--token', out.trim()]);
	expect(created.map(({ name }) => name)).toContain('nightly job');
});

test('rejects redirects with a wrong state, host, path, method or code', async () => {
	const running = fixture.start(['login', '--url', url, '--no-browser']);
	const { asked, back } = await requestOf(running);
	const { state } = asked;
	const visit = async (query: string, init: RequestInit = {}) => (await fetch(`${back}${query}`, init)).status;
	expect(await visit(`?code=x&state=${'x'.repeat(43)}`)).toBe(400);
	expect(await visit('?code=x')).toBe(400);
	expect(await visit(`?state=${state}`)).toBe(400);
	expect(await visit(`elsewhere?code=x&state=${state}`)).toBe(404);
	expect(await visit(`?code=x&state=${state}`, { method: 'POST' })).toBe(404);
	// The path `//` is not a valid URL.
	expect(await visit('/')).toBe(404);
	expect(running.child.exitCode).toBe(null);
	// A code that the server rejects ends the sign-in, and nothing is stored.
	expect(await visit(`?code=x&state=${state}`)).toBe(200);
	expect(await running.ended).toMatchObject({ code: 1, err: expect.stringContaining('is not valid') });
	expect((await fixture.run(['whoami'])).code).toBe(3);
});

test('a denial in the browser ends the sign-in', async () => {
	const running = fixture.start(['login', '--url', url, '--no-browser']);
	const { asked, back } = await requestOf(running);
	await fetch(`${back}?error=denied&state=${asked.state}`);
	expect(await running.ended).toMatchObject({ code: 3, err: expect.stringContaining('Sign-in was denied') });
});

test('login fails without a terminal', async () => {
	const { code, err } = await fixture.run(['login', '--url', url]);
	expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('DROPWIRE_TOKEN') });
	expect((await fixture.run(['login'])).code).toBe(2);
});

test('tokens create without a terminal suggests --device', async () => {
	expect(await fixture.run(['tokens', 'create', 'nightly job', '--url', url])).toEqual({
		code: 2,
		out: '',
		err: 'error: Approval in the browser needs a terminal.\nUse --device to approve with a code in any browser, or --no-browser to only print the URL.\n',
	});
});

test.each(['ftp://x.example', 'nonsense', 'https://user:pass@x.example', 'https://x.example/path'])(
	'%s is rejected as a server URL',
	async (wrong) => {
		expect((await fixture.run(['whoami', '--url', wrong, '--token', 'x'])).code).toBe(2);
	},
);

test('reports an invalid profiles file with a hint', async () => {
	await fixture.run(['login', '--url', url, '--token', office.token]);
	writeFileSync(file(), '{"profiles": ');
	const { code, err } = await fixture.run(['whoami']);
	expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(/not valid JSON.*sign in again/s) });
});
