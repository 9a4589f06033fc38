import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestServer, openTestServer } from '../testing.ts';

let testServer: TestServer;
beforeAll(async () => {
	testServer = await openTestServer();
});
afterAll(() => testServer.close());

test('each sign-in sends the browser to Discord with a state and a PKCE challenge of its own', async () => {
	const consents = [];
	for (let times = 0; times < 2; times++) {
		const person = testServer.visitor();
		await person.fetch('/auth', { redirect: 'manual' });
		const response = await person.fetch('/connect/discord', { redirect: 'manual' });
		consents.push(new URL(response.headers.get('location') ?? '').searchParams);
	}
	for (const name of ['state', 'code_challenge']) {
		const [first, second] = consents.map((query) => query.get(name));
		expect(first).toMatch(/^[\w-]{20,}$/);
		expect(second).not.toBe(first);
	}
	expect(consents[0]?.get('code_challenge_method')).toBe('S256');
});

test('no script can read the session cookie, and other sites do not send it with their writes', async () => {
	const cookies = (await testServer.visitor().fetch('/auth', { redirect: 'manual' })).headers.getSetCookie();
	const names = cookies.map((line) => line.split('=')[0]);
	expect(names).toEqual(['dropwire', 'dropwire.sig']);
	for (const line of cookies) expect(line).toMatch(/; samesite=lax; httponly$/i);
});
