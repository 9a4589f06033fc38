import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { onServer, openTestDatabase, PROCESS_ENV, TEST_SECRET_KEY, type TestDatabase } from '@dropwire/db/testing';
import { kill } from '@dropwire/engine/testing';
import { freePort, type Sandbox, SANDBOX_APP, SANDBOX_SKUS, SANDBOX_USERS, startSandbox } from '@dropwire/sandbox';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { botToken, type Browser, browser, walkSignIn } from '../testing.ts';

const MAIN = join(import.meta.dirname, '../../dist/main.js');
const [{ id: sku }] = SANDBOX_SKUS;
const PLANS = [{ id: 'pro', name: 'Pro', price: '$30', features: [], rights: ['client', 'premium'], discordSku: sku }];
const [mia, dan] = [SANDBOX_USERS.mia.id, SANDBOX_USERS.dan.id];

/** The contract allows 2 s, of which a loaded machine takes several. */
const SOON_MS = 20_000;

let db: TestDatabase;
let sandbox: Sandbox;
const children: ChildProcess[] = [];
beforeEach(async () => {
	[db, sandbox] = await Promise.all([openTestDatabase(), startSandbox()]);
});
afterEach(async () => {
	await Promise.all(children.splice(0).map(kill));
	await sandbox.close();
	await db.close();
});

/** Starts a server as a process of its own. @returns its origin, once it listens */
async function startServer(): Promise<{ origin: string; child: ChildProcess }> {
	const port = await freePort();
	const origin = `http://127.0.0.1:${port}`;
	const child = spawn(process.execPath, [MAIN], {
		cwd: db.dataDir,
		env: {
			...PROCESS_ENV,
			DATABASE_URL: db.url,
			DATA_DIR: db.dataDir,
			SECRET_KEY: TEST_SECRET_KEY,
			PORT: String(port),
			PUBLIC_URL: origin,
			ENGINE: 'off',
			DISCORD_CLIENT_ID: SANDBOX_APP.clientId,
			DISCORD_CLIENT_SECRET: SANDBOX_APP.clientSecret,
			DISCORD_BOT_TOKEN: SANDBOX_APP.botToken,
			DISCORD_PUBLIC_KEY: SANDBOX_APP.publicKey,
			DISCORD_URL: sandbox.origin,
			ADMIN_DISCORD_IDS: SANDBOX_USERS.ada.id,
			PLANS: JSON.stringify(PLANS),
			RATE_LIMIT_FACTOR: '1000',
		},
	});
	children.push(child);
	await new Promise<void>((resolve, reject) => {
		let printed = '';
		const read = (chunk: Buffer) => {
			printed += String(chunk);
			if (printed.includes('listening on')) resolve();
		};
		child.stdout.on('data', read);
		child.stderr.on('data', read);
		child.once('close', () => reject(new Error(`The server ended: ${printed}`)));
	});
	return { origin, child };
}

const readings = () => db.knex('entitlement_readings').first();
const isCurrent = async () => {
	const row = await readings();
	expect(row).toMatchObject({ readerUntil: 0, problem: null });
	expect(row?.done).toBe(row?.wanted);
};
async function signIn(origin: string, name: 'mia' | 'dan'): Promise<Browser> {
	const person = browser(origin);
	await walkSignIn(person, name);
	return person;
}
const isPremium = async (person: Browser) => {
	// A server that is being killed does not answer: the test asks again, and fails if that lasts.
	const user = await person.api.currentUser().catch(() => null);
	return user !== null && user !== 'unauthorized' && user.roles.includes('premium') && user.expiresAt === null;
};

test('what was bought before a kill -9 during its reading counts after the next start', async () => {
	const { control } = sandbox;
	const first = await startServer();
	await vi.waitFor(isCurrent, SOON_MS);
	await control.entitlementEvents({ url: `${first.origin}/discord/events` });
	await control.failDiscord({ webhookId: 'entitlements', times: 1, fault: { delayMs: 5000 } });
	await control.buy({ sku, userId: mia });
	await vi.waitFor(async () => expect((await readings())?.readerUntil).toBeGreaterThan(0), SOON_MS);
	await kill(first.child);
	const row = await readings();
	expect(row?.done).toBeLessThan(row?.wanted ?? 0);
	expect(await db.knex('grants')).toEqual([]);
	const second = await startServer();
	const person = await signIn(second.origin, 'mia');
	await vi.waitFor(async () => expect(await isPremium(person)).toBe(true), SOON_MS);
});

/** The embedded database takes one process. */
test.runIf(onServer)('two servers and two bots give the rights of the list', async () => {
	const { control } = sandbox;
	const servers = [await startServer(), await startServer()];
	await vi.waitFor(isCurrent, SOON_MS);
	await control.entitlementEvents({ url: `${servers[0]?.origin}/discord/events`, delivery: 'doubled' });
	const token = await botToken(db);
	const report = (origin: string) =>
		fetch(`${origin}/api/bot/entitlements`, { method: 'POST', headers: { authorization: `Bearer ${token}` } });
	const people = await Promise.all(servers.flatMap(({ origin }) => [signIn(origin, 'mia'), signIn(origin, 'dan')]));
	const bought: { id: string }[] = [];
	for (let round = 0; round < 4; round++) {
		const [ofMia, ofDan] = await Promise.all([mia, dan].map((userId) => control.buy({ sku, userId })));
		bought.push(ofDan as { id: string });
		await Promise.all(servers.map(({ origin }) => report(origin)));
		if (ofMia) await control.refund(ofMia.id);
	}
	// Dan has what is left of four purchases, Mia nothing.
	await Promise.all(bought.slice(1).map(({ id }) => control.refund(id)));
	await vi.waitFor(async () => {
		expect(await Promise.all(people.map(isPremium))).toEqual([false, true, false, true]);
		await isCurrent();
	}, SOON_MS);
});
