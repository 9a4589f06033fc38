import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { botToken, type House, openHouse } from '@dropwire/bff/testing';
import { SANDBOX_APP } from '@dropwire/sandbox';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { embedOf } from './testing.ts';

let house: House;
let env: Record<string, string>;
const children: ChildProcess[] = [];
beforeAll(async () => {
	house = await openHouse();
	env = {
		PATH: process.env['PATH'] ?? '',
		DISCORD_BOT_TOKEN: SANDBOX_APP.botToken,
		DISCORD_URL: house.sandbox.origin,
		BFF_URL: house.server.origin,
		BFF_TOKEN: await botToken(house.db),
	};
});
afterEach(() => {
	for (const child of children.splice(0)) child.kill('SIGKILL');
});
afterAll(() => house.close());

/** Starts the bot as `npm run bot` does. */
function run(extra: Record<string, string> = {}, ...args: string[]) {
	// A folder without .env.
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

test('`invite` prints the link with exactly the permissions that the bot needs', async () => {
	const { ended, output } = run({ BFF_TOKEN: '' }, 'invite');
	expect(await ended).toBe(0);
	const url = new URL(output().trim());
	expect(url.origin + url.pathname).toBe(`${house.sandbox.origin}/oauth2/authorize`);
	const manageWebhooks = 1 << 29;
	const viewChannel = 1 << 10;
	expect(Object.fromEntries(url.searchParams)).toEqual({
		client_id: SANDBOX_APP.clientId,
		scope: 'bot applications.commands',
		permissions: String(manageWebhooks + viewChannel),
	});
	expect((await fetch(url)).status).toBe(200);
});

test.each([
	[
		'nothing set',
		{ DISCORD_BOT_TOKEN: '', BFF_TOKEN: '' },
		/^dropwire bot: Wrong setting\. DISCORD_BOT_TOKEN: must be set; BFF_TOKEN: must be set$/,
	],
	['wrong shards', { BOT_SHARDS: 'some' }, /BOT_SHARDS: must be a number of shards, or auto$/],
	['a token that Discord does not know', { DISCORD_BOT_TOKEN: 'wrong' }, /^dropwire bot: .*token/i],
])('%s is one clear line and a non-zero exit', async (_, extra, line) => {
	const { ended, output } = run(extra);
	expect(await ended).toBe(1);
	expect(output().trim()).toMatch(line);
	expect(output()).not.toContain(env['BFF_TOKEN']);
});

test('one process serves commands, and ends at once when told to', async () => {
	const { child, ended, output } = run();
	await expect.poll(output, { timeout: 60_000 }).toContain('the bot is ready');
	const [guild] = await house.sandbox.control.addGuilds({ count: 1, channels: 1, roles: 1 });
	await house.sandbox.control.addBot(guild!.id);
	const place = { as: 'ada', guildId: guild!.id, channelId: guild!.channelId! } as const;
	expect(embedOf(await house.sandbox.control.command({ ...place, name: 'links' })).title).toBe('Links');
	const at = Date.now();
	child.kill('SIGTERM');
	expect(await ended).toBe(0);
	expect(Date.now() - at).toBeLessThan(5000);
	expect((await house.sandbox.control.gateway()).connected).toBe(0);
}, 90_000);

/** The processes that a process has started. */
function startedBy({ pid }: ChildProcess): number[] {
	const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
	return text.split(' ').filter(Boolean).map(Number);
}

test('with shards each process has a part of the guilds, and every guild is served; one that dies comes again; all end together', async () => {
	const guilds = await house.sandbox.control.addGuilds({ count: 6, channels: 1, roles: 1 });
	const { child, ended, output } = run({ BOT_SHARDS: '2' });
	await expect
		.poll(async () => (await house.sandbox.control.gateway()).sessions.filter(({ connected }) => connected), {
			timeout: 60_000,
		})
		.toMatchObject([{ shards: 2 }, { shards: 2 }]);
	const serves = async () => {
		for (const { id, channelId } of guilds) {
			const place = { as: 'ada', guildId: id, channelId: channelId! } as const;
			// A shard is connected a moment before it knows its guilds.
			await expect
				.poll(async () => (await house.sandbox.control.command({ ...place, name: 'links' })).state, { timeout: 20_000 })
				.toBe('answered');
		}
	};
	await serves();
	// The first new start fails as well.
	await house.sandbox.control.failDiscord({ webhookId: 'bot GET', times: 1, fault: { status: 401 } });
	const [first] = startedBy(child);
	process.kill(first!, 'SIGKILL');
	await expect.poll(output, { timeout: 20_000 }).toContain('shard is not ready');
	await serves();
	child.kill('SIGTERM');
	expect({ code: await ended, output: output() }).toMatchObject({ code: 0 });
	await expect.poll(async () => (await house.sandbox.control.gateway()).connected).toBe(0);
}, 120_000);

test('a shard whose manager is gone ends, too', async () => {
	const { child } = run({ BOT_SHARDS: '1' });
	const connected = async () => (await house.sandbox.control.gateway()).connected;
	await expect.poll(connected, { timeout: 60_000 }).toBe(1);
	child.kill('SIGKILL');
	await expect.poll(connected, { timeout: 10_000 }).toBe(0);
}, 90_000);
