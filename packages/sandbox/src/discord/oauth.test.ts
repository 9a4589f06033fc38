import { createHash } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { type Sandbox, SANDBOX_APP, startSandbox } from '../index.ts';

let sandbox: Sandbox;
afterEach(() => sandbox.close());

test('signing in: consent, code with proof, token, user and guilds', async () => {
	sandbox = await startSandbox();
	const verifier = 'v'.repeat(50);
	const challenge = createHash('sha256').update(verifier).digest('base64url');
	const redirect = 'http://localhost:3000/connect/discord/callback';
	const query = new URLSearchParams({
		client_id: SANDBOX_APP.clientId,
		response_type: 'code',
		redirect_uri: redirect,
		state: 's',
		code_challenge: challenge,
		as: 'cleo',
	});
	const back = async () => {
		const consent = await fetch(`${sandbox.origin}/oauth2/authorize?${query}`, { redirect: 'manual' });
		return new URL(consent.headers.get('location') ?? '').searchParams;
	};
	const trade = (change: Record<string, string>) =>
		fetch(`${sandbox.origin}/api/v10/oauth2/token`, {
			method: 'POST',
			body: new URLSearchParams({
				client_id: SANDBOX_APP.clientId,
				client_secret: SANDBOX_APP.clientSecret,
				grant_type: 'authorization_code',
				redirect_uri: redirect,
				code_verifier: verifier,
				...change,
			}),
		});
	const first = await back();
	expect(first.get('state')).toBe('s');
	const code = first.get('code') as string;
	expect((await trade({ code, client_secret: 'wrong' })).status).toBe(401);
	const { access_token: token } = (await (await trade({ code })).json()) as { access_token: string };
	expect(await (await trade({ code })).json()).toMatchObject({ error: 'invalid_grant' });
	expect((await trade({ code: (await back()).get('code') as string, code_verifier: 'other' })).status).toBe(400);
	expect(
		(await trade({ code: (await back()).get('code') as string, redirect_uri: 'http://evil.example' })).status,
	).toBe(400);

	const get = (path: string, as = token) =>
		fetch(`${sandbox.origin}/api/v10${path}`, { headers: { authorization: `Bearer ${as}` } });
	expect(await (await get('/users/@me')).json()).toMatchObject({
		id: '100000000000000002',
		username: 'cleo',
		discriminator: '0',
	});
	expect(await (await get('/users/@me/guilds')).json()).toMatchObject([
		{ name: 'Sole Searchers', owner: true },
		{ name: 'Restock Radar', owner: false, permissions: String((1 << 5) + (1 << 11)) },
	]);
	expect((await get('/users/@me', 'unknown')).status).toBe(401);

	query.set('grant', 'identify');
	const { access_token: fewer, scope } = (await (
		await trade({ code: (await back()).get('code') as string })
	).json()) as {
		access_token: string;
		scope: string;
	};
	expect(scope).toBe('identify');
	expect([(await get('/users/@me', fewer)).status, (await get('/users/@me/guilds', fewer)).status]).toEqual([200, 401]);
	await sandbox.control.expireTokens();
	expect((await get('/users/@me')).status).toBe(401);
	await sandbox.control.failDiscord({
		webhookId: 'oauth',
		times: 1,
		fault: { limited: { retryAfter: 1, scope: 'user' } },
	});
	expect((await trade({ code })).status).toBe(429);
	query.set('redirect_uri', 'http://localhost:3000/elsewhere');
	expect((await fetch(`${sandbox.origin}/oauth2/authorize?${query}`)).status).toBe(400);
});
