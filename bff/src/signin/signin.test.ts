import { Session } from '@dropwire/db';
import { SANDBOX_USERS } from '@dropwire/sandbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, type TestServer, openTestServer, walk, walkSignIn } from '../testing.ts';

let testServer: TestServer;
beforeAll(async () => {
	testServer = await openTestServer();
});
afterAll(() => testServer.close());

test('sign-in redirects to the requested path, with a new session id', async () => {
	const person = testServer.visitor();
	await person.fetch('/auth?next=/dashboard/admin', { redirect: 'manual' });
	const before = person.cookies.get('dropwire');
	expect(before).toBeDefined();
	expect(await walkSignIn(person, 'cleo', '/dashboard/admin')).toBe('/dashboard/admin');
	expect(person.cookies.get('dropwire')).not.toBe(before);
	expect(await person.api.currentUser()).toMatchObject({
		discordId: SANDBOX_USERS.cleo.id,
		username: 'Cleo',
		client: 'true',
		roles: [],
	});
});

test.each([
	'//evil.example',
	'https://evil.example',
	'/\\evil.example',
	'/\t/evil.example',
	'/.//evil.example',
	'/a/..//evil.example',
	'/%2e//evil.example',
	'/.\\evil.example',
	'javascript:alert(1)',
])('signing in never leads to %s', async (next) => {
	const person = testServer.visitor();
	await walkSignIn(person, 'cleo');
	const response = await person.fetch(`/auth?next=${encodeURIComponent(next)}`, { redirect: 'manual' });
	const target = new URL(response.headers.get('location') ?? '', testServer.server.origin);
	expect(target.origin).toBe(testServer.server.origin);
});

test('a denied consent or a wrong state does not sign in', async () => {
	const person = testServer.visitor();
	await person.fetch('/auth', { redirect: 'manual' });
	const connect = await person.fetch('/connect/discord', { redirect: 'manual' });
	const consent = connect.headers.get('location') as string;
	const denied = await fetch(`${consent}&cancel`, { redirect: 'manual' });
	const back = await person.fetch(denied.headers.get('location') as string, { redirect: 'manual' });
	const end = await person.fetch(back.headers.get('location') as string, { redirect: 'manual' });
	expect(end.headers.get('location')).toBe('/?signin=canceled');

	for (const next of ['/connect/discord', '/?signin=failed']) {
		await person.fetch('/connect/discord', { redirect: 'manual' });
		const allowed = await fetch(`${consent}&as=ada`, { redirect: 'manual' });
		const forged = new URL(allowed.headers.get('location') as string);
		forged.searchParams.set('state', 'forged');
		await person.fetch(forged.href, { redirect: 'manual' });
		const done = await person.fetch('/auth/done', { redirect: 'manual' });
		expect(done.headers.get('location')).toBe(next);
	}
	expect(await person.api.portalUser()).toBe('unauthorized');
});

test('without a token from Discord, the profile is not requested', async () => {
	const cleo = await testServer.signIn('cleo');
	await testServer.sandbox.control.failDiscord({ webhookId: 'users', times: 1, fault: { status: 500 } });
	const person = testServer.visitor();
	for (const path of ['/auth', '/connect/discord', '/connect/discord/callback?code=invented']) {
		await person.fetch(path, { redirect: 'manual' });
	}
	// The planned failure is still there.
	await expect(cleo.api.guildList()).rejects.toMatchObject({ status: 502 });
});

test('two tabs that sign in at once both end signed in', async () => {
	const person = testServer.visitor();
	const toConsent = async (next: string) => {
		await person.fetch(`/auth?next=${next}`, { redirect: 'manual' });
		const consent = await person.fetch('/connect/discord', { redirect: 'manual' });
		return consent.headers.get('location') as string;
	};
	const tabs = [await toConsent('/dashboard/admin'), await toConsent('/client')];
	for (const tab of tabs) {
		expect(await walk(person, tab, 'cleo')).not.toContain('signin=failed');
		expect(await person.api.currentUser()).toMatchObject({ username: 'Cleo' });
	}
});

/** Begins a sign-in and gives consent. @returns the address to which Discord sends the browser back */
async function consented(person: Browser, next = '/client'): Promise<string> {
	await person.fetch(`/auth?next=${next}`, { redirect: 'manual' });
	const consent = await person.fetch('/connect/discord', { redirect: 'manual' });
	const back = await fetch(`${consent.headers.get('location')}&as=cleo`, { redirect: 'manual' });
	return back.headers.get('location') as string;
}

test('a repeated redirect of Discord ends signed in', async () => {
	const person = testServer.visitor();
	const back = await consented(person);
	expect(await walk(person, back, 'cleo')).toBe('/client');
	expect(await walk(person, back, 'cleo')).toBe('/client');
	expect(await walk(person, '/auth/done', 'cleo')).toBe('/client');
	expect(await person.api.currentUser()).toMatchObject({ username: 'Cleo' });

	const other = testServer.visitor();
	const twice = await consented(other);
	await Promise.all([other.fetch(twice, { redirect: 'manual' }), other.fetch(twice, { redirect: 'manual' })]);
	expect(await walk(other, '/auth/done', 'cleo')).toBe('/client');
	expect(await other.api.currentUser()).toMatchObject({ username: 'Cleo' });
});

test('a redirect without a pending sign-in shows the reason', async () => {
	const person = testServer.visitor();
	const back = await consented(person);
	const before = new Map(person.cookies);
	await walk(person, back, 'cleo');
	// The answer with the new cookie was lost.
	const lost = testServer.visitor();
	for (const [name, value] of before) lost.cookies.set(name, value);
	for (const [who, from] of [
		[lost, back],
		[lost, '/auth/done'],
		[testServer.visitor(), back],
		[testServer.visitor(), '/connect/discord/callback?error=access_denied&state=1'],
		[testServer.visitor(), '/connect/discord/callback'],
	] as const) {
		const response = await who.fetch(from, { redirect: 'manual' });
		expect(response.headers.get('location')).toBe('/?signin=again');
		// It keeps the cookie of the sign-in that another answer brings.
		expect(response.headers.getSetCookie()).toEqual([]);
	}
	expect(await walkSignIn(lost, 'cleo')).toBe('/');
	expect(await person.api.currentUser()).toMatchObject({ username: 'Cleo' });
});

test.each(['/auth', '/AUTH?next=/', '/connect/discord', '/connect/discord/callback?code=1', '/api/logout', '/./auth'])(
	'signing in leads to the start page in place of %s',
	async (next) => {
		expect(await walkSignIn(testServer.visitor(), 'cleo', next)).toBe('/');
	},
);

test('rejects a session cookie with a changed signature', async () => {
	const cleo = await testServer.signIn('cleo');
	const ask = async () => {
		const headers = { cookie: cleo.cookieHeader() };
		return (await fetch(`${testServer.server.origin}/api/userportal/user`, { headers })).text();
	};
	for (const seen of [await ask(), await ask()]) expect(seen).toContain('Cleo');
	cleo.cookies.set('dropwire.sig', `${cleo.cookies.get('dropwire.sig')?.slice(0, -1)}!`);
	expect(await ask()).toBe('unauthorized');
	cleo.cookies.delete('dropwire.sig');
	expect(await ask()).toBe('unauthorized');
});

test('signing out invalidates copied cookies', async () => {
	const cleo = await testServer.signIn('cleo');
	const copied = cleo.cookieHeader();
	expect(await cleo.api.logout()).toEqual({ data: 'signed out' });
	const response = await fetch(`${testServer.server.origin}/api/userportal/user`, { headers: { cookie: copied } });
	expect(await response.text()).toBe('unauthorized');
});

test.each(['cross-site', 'same-site'])(
	'a link on another site (%s) does not sign out; a page of this server does',
	async (site) => {
		const cleo = await testServer.signIn('cleo');
		const logout = (from: string) => cleo.fetch('/api/logout', { headers: { 'sec-fetch-site': from } });
		const refused = await logout(site);
		expect(refused.status).toBe(403);
		expect(await refused.json()).toMatchObject({
			error: { code: 'forbidden', message: expect.stringContaining('still signed in') },
		});
		expect(await cleo.api.currentUser()).toMatchObject({ username: 'Cleo' });
		expect((await logout('same-origin')).status).toBe(200);
		expect(await cleo.api.currentUser()).toBe('unauthorized');
	},
);

test.each(['/connect/facebook', '/connect/discord/override', '/connect/__proto__'])(
	'%s is a page that does not exist, and begins no sign-in',
	async (path) => {
		const response = await testServer.visitor().fetch(path, { redirect: 'manual' });
		expect(response.status).toBe(404);
		expect(await response.text()).toContain('<div id="root">');
		expect(response.headers.getSetCookie()).toEqual([]);
	},
);

test('a visitor gets no session, and a stored session contains neither id nor token', async () => {
	const before = await Session.query(testServer.db.knex).resultSize();
	await testServer.visitor().fetch('/api/user');
	await testServer.visitor().fetch('/');
	expect(await Session.query(testServer.db.knex).resultSize()).toBe(before);
	const cleo = await testServer.signIn('cleo');
	const rows = JSON.stringify(await Session.query(testServer.db.knex));
	expect(rows).not.toContain(cleo.cookies.get('dropwire'));
	expect(rows).not.toContain('accessToken');
});

test('an endless response of Discord is aborted, without a sign-in or a list of guilds', async () => {
	const endless = { webhookId: 'users', times: 'forever', fault: { endless: true } } as const;
	const cleo = await testServer.signIn('cleo');
	await testServer.sandbox.control.failDiscord(endless);
	try {
		await expect(cleo.api.guildList()).rejects.toMatchObject({ status: 502, code: 'upstream_failed' });
		const person = testServer.visitor();
		expect(await walkSignIn(person, 'cleo')).toBe('/?signin=failed');
		expect(await person.api.portalUser()).toBe('unauthorized');
	} finally {
		await testServer.sandbox.control.healDiscord();
	}
});
