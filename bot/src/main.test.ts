import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { botToken, PROCESS_ENV, type TestServer, openTestServer } from '@dropwire/bff/testing';
import { freePort, SANDBOX_APP } from '@dropwire/sandbox';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { embedOf } from './testing.ts';

let testServer: TestServer;
let env: Record<string, string>;
const children: ChildProcess[] = [];
beforeAll(async () => {
	testServer = await openTestServer();
	env = {
		...PROCESS_ENV,
		DISCORD_BOT_TOKEN: SANDBOX_APP.botToken,
		DISCORD_URL: testServer.sandbox.origin,
		BFF_URL: testServer.server.origin,
		BFF_TOKEN: await botToken(testServer.db),
	};
});
afterEach(() => {
	for (const child of children.splice(0)) child.kill('SIGKILL');
});
afterAll(() => testServer.close());

/** Starts the bot like `npm run bot`. */
function run(extra: Record<string, string> = {}, ...args: string[]) {
	// In a folder without a .env file.
	const options = { env: { ...env, ...extra }, cwd: import.meta.dirname } as const;
	const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), ...args], options);
	children.push(child);
	let output = '';
	for (const stream of [child.stdout, child.stderr]) {
		stream.on('data', (chunk: Buffer) => {
			output += String(chunk);
		});
	}
	const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
	return { child, ended, output: () => output };
}

test("`invite` prints a link with exactly the bot's permissions", async () => {
	const { ended, output } = run({ BFF_TOKEN: '' }, 'invite');
	expect(await ended).toBe(0);
	const url = new URL(output().trim());
	expect(url.origin + url.pathname).toBe(`${testServer.sandbox.origin}/oauth2/authorize`);
	const manageWebhooks = 1 << 29;
	const viewChannel = 1 << 10;
	const sendMessages = 1 << 11;
	const embedLinks = 1 << 14;
	const createEvents = 2 ** 44;
	const createPrivateThreads = 2 ** 36;
	const sendMessagesInThreads = 2 ** 38;
	const threads = createPrivateThreads + sendMessagesInThreads;
	expect(Object.fromEntries(url.searchParams)).toEqual({
		client_id: SANDBOX_APP.clientId,
		scope: 'bot applications.commands',
		permissions: String(manageWebhooks + viewChannel + sendMessages + embedLinks + threads + createEvents),
	});
	expect((await fetch(url)).status).toBe(200);
});

test.each([
	[
		'no settings',
		{ DISCORD_BOT_TOKEN: '', BFF_TOKEN: '' },
		/^dropwire bot: Invalid configuration: DISCORD_BOT_TOKEN must be set; BFF_TOKEN must be set$/,
	],
	['an invalid number of shards', { BOT_SHARDS: 'some' }, /BOT_SHARDS must be a number of shards, or auto$/],
	[
		'a Discord that cannot be reached',
		{ DISCORD_URL: 'http://127.0.0.1:1' },
		/^dropwire bot: DISCORD_URL: http:\/\/127\.0\.0\.1:1 cannot be reached \(.*ECONNREFUSED.*\)$/,
	],
	['a token that Discord rejects', { DISCORD_BOT_TOKEN: 'wrong' }, /^dropwire bot: .*token/i],
	['a token that the server rejects', { BFF_TOKEN: 'dw_wrong' }, /BFF_TOKEN is not accepted by the server at BFF_URL/],
])('%s: one line that names the problem, and exit code 1', async (_, extra, line) => {
	const { ended, output } = run(extra);
	expect(await ended).toBe(1);
	expect(output().trim()).toMatch(line);
	expect(output()).not.toContain(env['BFF_TOKEN']);
});

test('`invite` names DISCORD_URL when it cannot be reached', async () => {
	const { ended, output } = run({ DISCORD_URL: 'http://nowhere.invalid' }, 'invite');
	expect(await ended).toBe(1);
	expect(output().trim()).toMatch(
		/^dropwire bot: DISCORD_URL: http:\/\/nowhere\.invalid cannot be reached \(getaddrinfo \w+ nowhere\.invalid\)$/,
	);
});

/** The status of the answer at `/healthz`; 0 if there is none. */
async function health(port: number): Promise<number> {
	const response = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => ({ status: 0 }));
	return response.status;
}

test('one process serves commands, says that it is connected, and stops on SIGTERM', async () => {
	const port = await freePort();
	const { child, ended, output } = run({ BOT_HEALTH_PORT: String(port) });
	await expect.poll(output, { timeout: 60_000 }).toContain('the bot is ready');
	const [guild] = await testServer.sandbox.control.addGuilds({ count: 1, channels: 1, roles: 1 });
	await testServer.sandbox.control.addBot(guild!.id);
	const place = { as: 'ada', guildId: guild!.id, channelId: guild!.channelId! } as const;
	expect(embedOf(await testServer.sandbox.control.command({ ...place, name: 'links' })).title).toBe('Links');
	expect(await health(port)).toBe(200);
	child.kill('SIGTERM');
	expect(await ended).toBe(0);
	expect((await testServer.sandbox.control.gateway()).connected).toBe(0);
});

/** The ids of a process's child processes. */
function childrenOf({ pid }: ChildProcess): number[] {
	const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
	return text.split(' ').filter(Boolean).map(Number);
}

test('with shards every guild is served, a shard that dies is restarted, and all stop together', async () => {
	const port = await freePort();
	const guilds = await testServer.sandbox.control.addGuilds({ count: 6, channels: 1, roles: 1 });
	const { child, ended, output } = run({ BOT_SHARDS: '2', BOT_HEALTH_PORT: String(port) });
	await expect
		.poll(async () => (await testServer.sandbox.control.gateway()).sessions.filter(({ connected }) => connected), {
			timeout: 60_000,
		})
		.toMatchObject([{ shards: 2 }, { shards: 2 }]);
	const serves = async () => {
		for (const { id, channelId } of guilds) {
			const place = { as: 'ada', guildId: id, channelId: channelId! } as const;
			// A shard receives its guilds a moment after it connects.
			await expect
				.poll(async () => (await testServer.sandbox.control.command({ ...place, name: 'links' })).state)
				.toBe('answered');
		}
	};
	await serves();
	await expect.poll(() => health(port)).toBe(200);
	// The first restart fails as well.
	await testServer.sandbox.control.failDiscord({ webhookId: 'bot GET', times: 1, fault: { status: 401 } });
	const [first] = childrenOf(child);
	process.kill(first!, 'SIGKILL');
	await expect.poll(() => health(port)).toBe(503);
	await expect.poll(output).toContain('shard did not become ready');
	await serves();
	child.kill('SIGTERM');
	expect({ code: await ended, output: output() }).toMatchObject({ code: 0 });
	await expect.poll(async () => (await testServer.sandbox.control.gateway()).connected).toBe(0);
}, 120_000);

test('a shard exits when its manager is killed', async () => {
	const { child } = run({ BOT_SHARDS: '1' });
	const connected = async () => (await testServer.sandbox.control.gateway()).connected;
	await expect.poll(connected, { timeout: 60_000 }).toBe(1);
	child.kill('SIGKILL');
	await expect.poll(connected).toBe(0);
});
