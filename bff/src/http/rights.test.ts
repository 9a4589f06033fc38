import { globSync } from 'node:fs';
import { join } from 'node:path';
import { ApiToken, User } from '@dropwire/db';
import { SANDBOX_CHANNELS, SANDBOX_USERS, type SandboxUserName } from '@dropwire/sandbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CallName, contract, type Endpoint } from '@dropwire/contract';
import { type Browser, type TestServer, openTestServer } from '../testing.ts';
import { hashToken } from './auth.ts';
import { foreign, PEOPLE, type Person, type Rights } from './testing.ts';

let testServer: TestServer;
let people: Record<Person, Browser['fetch']>;
const url = (origin: string) =>
	`${origin}/api/webhooks/${SANDBOX_CHANNELS[0]!.webhook.id}/${SANDBOX_CHANNELS[0]!.webhook.token}`;

beforeAll(async () => {
	testServer = await openTestServer();
	const { knex } = testServer.db;
	const listed = { admin: false, createdAt: 1, createdBy: null };
	for (const [name, role] of [
		['dan', null],
		['eve', 'editor'],
		['pia', 'premium'],
	] as const) {
		const { id: discordId } = SANDBOX_USERS[name];
		await User.query(knex).insert({ discordId, ...listed });
		if (role) await knex('user_roles').insert({ discordId, role });
	}
	await User.query(knex).insert({ discordId: SANDBOX_USERS.ada.id, ...listed, admin: true });
	const signedIn = async (name: SandboxUserName) => (await testServer.signIn(name)).fetch;
	const withToken = async (scopes: string | null) => {
		const token = `a token with ${scopes}`.replaceAll(' ', '-');
		const row = {
			discordId: SANDBOX_USERS.ada.id,
			name: token,
			tokenHash: hashToken(token),
			createdAt: 1,
			expiresAt: null,
		};
		if (scopes) await ApiToken.query(knex).insert({ ...row, scopes });
		return (path: string, init: RequestInit = {}) =>
			fetch(new URL(path, testServer.server.origin), {
				...init,
				headers: { ...init.headers, authorization: `Bearer ${token}` },
			});
	};
	people = {
		visitor: testServer.visitor().fetch,
		member: await signedIn('mia'),
		client: await signedIn('dan'),
		owner: await signedIn('cleo'),
		editor: await signedIn('eve'),
		premium: await signedIn('pia'),
		admin: await signedIn('ada'),
		unknown: await withToken(null),
		reader: await withToken('read'),
		writer: await withToken('read,write'),
		bot: await withToken('bot'),
	};
});
afterAll(() => testServer.close());

/** The rights of every call, as the folder of its feature has them. */
const features = join(import.meta.dirname, '..');
const tables = await Promise.all(
	globSync('*/rights.testing.ts', { cwd: features }).map(
		async (file) => (await import(join(features, file))) as { rights: Record<string, Rights> },
	),
);
const CALLS = Object.assign({}, ...tables.map(({ rights }) => rights)) as Record<CallName, Rights>;

/** Whether a call answers with an error in JSON. A short address that leads nowhere is a page. */
const isError = (entry: Endpoint, status: number) => status >= 400 && entry.output !== 'redirect';
const ERROR = { error: expect.objectContaining({ code: expect.any(String), message: expect.any(String) }) };

/** Makes a call. The body of a stream is its content type. */
async function ask(name: CallName, who: Person) {
	const entry: Endpoint = contract[name];
	const call = CALLS[name];
	const hangUp = new AbortController();
	const response = await people[who](call.path ?? entry.path, {
		method: entry.method,
		redirect: 'manual',
		signal: hangUp.signal,
		...(call.body !== undefined && {
			body: JSON.stringify(call.body),
			headers: { 'content-type': 'application/json' },
		}),
	});
	const { status, headers } = response;
	const requestId = headers.get('x-request-id');
	if (entry.output === 'stream' && response.ok) {
		hangUp.abort();
		return { status, requestId, body: headers.get('content-type') };
	}
	const body = await response.text();
	return { status, requestId, body: isError(entry, status) ? JSON.parse(body) : body };
}

function expectedAnswer(name: CallName, who: Person) {
	const entry: Endpoint = contract[name];
	const status = CALLS[name].expected[PEOPLE.indexOf(who)] as number;
	const anonymous = entry.auth.visitor && (who === 'visitor' || who === 'unknown');
	let body: unknown = anonymous ? 'unauthorized' : expect.any(String);
	if (isError(entry, status)) body = ERROR;
	else if (entry.output === 'stream') body = expect.stringContaining('text/event-stream');
	return { status, requestId: expect.stringMatching(/^[\da-f-]{36}$/), body };
}

// Signing out ends the sessions that the others need, so it comes last.
const NAMES = (Object.keys(contract) as CallName[]).filter((name) => name !== 'logout');
test.each([...NAMES, 'logout'] as const)('%s answers each caller according to their rights', async (name) => {
	const answers = await Promise.all(PEOPLE.map(async (who) => [who, await ask(name, who)]));
	expect(Object.fromEntries(answers)).toEqual(
		Object.fromEntries(PEOPLE.map((who) => [who, expectedAnswer(name, who)])),
	);
});

test("another's guild answers 403 before the rest of the input is checked", async () => {
	const cleo = await testServer.signIn('cleo');
	for (const guildId of [foreign, '299999999999999999']) {
		await expect(cleo.api.channelList({ guildId })).rejects.toMatchObject({ status: 403, code: 'forbidden' });
		await expect(
			cleo.api.webhookInsert({
				guildId,
				region: 'US',
				toolsName: 'Nike Shoes Hold',
				webHook: url(testServer.sandbox.origin),
			}),
		).rejects.toMatchObject({ status: 403 });
	}
});
