import { once } from 'node:events';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Desk, type Going, type Office, openDesk, openOffice } from '../testing.ts';

let office: Office;
let url: string;
let desk: Desk;
beforeAll(async () => {
	office = await openOffice();
	url = office.house.server.origin;
});
beforeEach(() => {
	desk = openDesk();
	return () => desk.remove();
});
afterAll(() => office.close());

const file = () => join(desk.home, '.config/dropwire/profiles.json');

test('signing in with a token keeps it where only its owner can read, and never shows it', async () => {
	const { code, out, err } = await desk.run(['login', '--url', url, '--token', '-'], { input: `${office.token}\n` });
	expect({ code, out, err }).toEqual({ code: 0, out: `Signed in to ${url} as Ada (admin).\n`, err: '' });
	expect(statSync(file()).mode & 0o777).toBe(0o600);
	expect(statSync(join(file(), '..')).mode & 0o777).toBe(0o700);
	expect(await desk.run(['whoami'])).toEqual({ code: 0, out: `Ada (admin) at ${url}\n`, err: '' });
	expect(await desk.json(['whoami'])).toMatchObject({ url, profile: 'default', username: 'Ada', roles: ['admin'] });
	const shown = await Promise.all([desk.run(['profiles', 'list']), desk.run(['profiles', 'list', '--json'])]);
	expect(shown.map((ran) => ran.code)).toEqual([0, 0]);
	expect(JSON.stringify(shown)).not.toContain(office.token);
});

test('a token that the server does not know is not kept', async () => {
	const { code, err } = await desk.run(['login', '--url', url, '--token', 'dropwire_wrong']);
	expect({ code, err }).toEqual({ code: 3, err: expect.stringContaining('does not know this token') });
	expect((await desk.run(['whoami'])).code).toBe(3);
});

test('several profiles stand beside one another, and the current one can be chosen', async () => {
	const cleo = await office.house.signIn('cleo');
	const { data } = await cleo.api.tokenCreate({ name: 'x', scopes: ['read'] });
	for (const [name, token] of [
		['work', office.token],
		['own', data.token],
	] as const)
		expect((await desk.run(['login', '--profile', name, '--url', url, '--token', token])).code).toBe(0);
	expect(await desk.json(['whoami'])).toMatchObject({ profile: 'own', username: 'Cleo' });
	expect(await desk.json(['whoami', '--profile', 'work'])).toMatchObject({ username: 'Ada' });
	expect(await desk.json(['whoami'], { env: { DROPWIRE_PROFILE: 'work' } })).toMatchObject({ username: 'Ada' });
	// What is said here and now is not overruled by the environment.
	expect(
		await desk.json(['whoami', '--profile', 'own'], { env: { DROPWIRE_TOKEN: office.token, DROPWIRE_URL: url } }),
	).toMatchObject({ username: 'Cleo' });
	expect(await desk.json(['profiles', 'use', 'work'])).toEqual({ current: 'work', url });
	expect(await desk.json(['profiles', 'list'])).toMatchObject([
		{ name: 'work', current: true, username: 'Ada' },
		{ name: 'own', current: false, username: 'Cleo' },
	]);
	const { code, err } = await desk.run(['whoami', '--profile', 'wrok']);
	expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('Did you mean work?') });
});

test("a profile's token goes to that profile's server and nowhere else", async () => {
	await desk.run(['login', '--url', url, '--token', office.token]);
	const seen: (string | undefined)[] = [];
	const other = createServer((request, response) => {
		seen.push(request.headers.authorization);
		response.end('{}');
	}).listen(0, '127.0.0.1');
	await new Promise((resolve) => other.once('listening', resolve));
	const elsewhere = `http://127.0.0.1:${(other.address() as { port: number }).port}`;
	expect((await desk.run(['whoami', '--url', elsewhere])).code).toBe(3);
	expect((await desk.run(['webhooks', 'list'], { env: { DROPWIRE_URL: elsewhere } })).code).toBe(3);
	expect(seen).toEqual([]);
	other.close();
});

test('signing out forgets the profile; a token that was handed in lives on, and that is said', async () => {
	await desk.run(['login', '--url', url, '--token', office.token]);
	const { code, err } = await desk.run(['logout']);
	expect({ code, err }).toEqual({ code: 0, err: expect.stringContaining('lives on') });
	expect(readFileSync(file(), 'utf8')).not.toContain(office.token);
	expect((await desk.run(['whoami'])).code).toBe(3);
	expect((await desk.run(['logout'])).code).toBe(3);
	expect((await office.desk.run(['whoami'])).code).toBe(0);
});

/** Waits for the address that `login` prints, and answers what it asks for. */
async function askedBy(going: Going) {
	await expect.poll(() => going.err()).toContain('/signin/cli?');
	const page = new URL(/http\S+\/signin\/cli\?\S+/.exec(going.err())?.[0] ?? '');
	const { port, ...rest } = Object.fromEntries(page.searchParams) as Record<string, string>;
	const asked = { port: Number(port), state: '', challenge: '', name: '', ...rest };
	return { page, asked, back: `http://127.0.0.1:${port}/` };
}

test('signing in by the browser: who says yes there is signed in here, and signing out ends the token', async () => {
	const going = desk.start(['login', '--url', url, '--no-browser']);
	const { page, asked } = await askedBy(going);
	expect(page.origin).toBe(url);
	// A connection that a browser opens beforehand and says nothing on keeps nobody waiting.
	const silent = connect(asked.port, '127.0.0.1');
	await once(silent, 'connect');
	silent.on('error', () => undefined);
	const { data } = await office.ada.api.cliGrant(asked);
	const landed = await fetch(data.location);
	expect(await landed.text()).toContain('go back to the terminal');
	expect(await going.ended).toMatchObject({ code: 0, out: `Signed in to ${url} as Ada (admin).\n` });
	const { token } = (JSON.parse(readFileSync(file(), 'utf8')) as { profiles: { default: { token: string } } }).profiles
		.default;
	expect(going.out() + going.err()).not.toContain(token);
	expect((await desk.run(['tokens', 'list'])).out).toContain('dropwire on');
	expect(await desk.json(['logout'])).toMatchObject({ tokenEnded: true });
	const after = await fetch(`${url}/api/deliveries`, { headers: { authorization: `Bearer ${token}` } });
	expect(after.status).toBe(401);
});

test('only our own way back counts: a wrong state, another host or path and a code of nothing are turned away', async () => {
	const going = desk.start(['login', '--url', url, '--no-browser']);
	const { asked, back } = await askedBy(going);
	const { state } = asked;
	const knock = async (query: string, init: RequestInit = {}) => (await fetch(`${back}${query}`, init)).status;
	expect(await knock(`?code=x&state=${'x'.repeat(43)}`)).toBe(400);
	expect(await knock('?code=x')).toBe(400);
	expect(await knock(`?state=${state}`)).toBe(400);
	expect(await knock(`elsewhere?code=x&state=${state}`)).toBe(404);
	expect(await knock(`?code=x&state=${state}`, { method: 'POST' })).toBe(404);
	// The path `//`, which is none.
	expect(await knock('/')).toBe(404);
	expect(going.child.exitCode).toBe(null);
	// A code that is none of the server's ends it, with nothing kept.
	expect(await knock(`?code=x&state=${state}`)).toBe(200);
	expect(await going.ended).toMatchObject({ code: 1, err: expect.stringContaining('is not valid') });
	expect((await desk.run(['whoami'])).code).toBe(3);
});

test('who says no in the browser is not signed in', async () => {
	const going = desk.start(['login', '--url', url, '--no-browser']);
	const { asked, back } = await askedBy(going);
	await fetch(`${back}?error=denied&state=${asked.state}`);
	expect(await going.ended).toMatchObject({ code: 3, err: expect.stringContaining('The browser said no') });
});

test('without a terminal nobody is waited for', async () => {
	const { code, err } = await desk.run(['login', '--url', url]);
	expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('DROPWIRE_TOKEN') });
	expect((await desk.run(['login'])).code).toBe(2);
});

test.each(['ftp://x.example', 'nonsense', 'https://user:pass@x.example', 'https://x.example/path'])(
	'%s is no server',
	async (wrong) => {
		expect((await desk.run(['whoami', '--url', wrong, '--token', 'x'])).code).toBe(2);
	},
);

test('a damaged file of profiles is told, with what to do', async () => {
	await desk.run(['login', '--url', url, '--token', office.token]);
	writeFileSync(file(), '{"profiles": ');
	const { code, err } = await desk.run(['whoami']);
	expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(/damaged.*sign in again/s) });
});
