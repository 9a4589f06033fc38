import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { botToken, openTestServer, type TestServer } from '@dropwire/bff/testing';
import { PROCESS_ENV, TEST_SECRET_KEY } from '@dropwire/db/testing';
import { freePort, SANDBOX_APP, SANDBOX_USERS } from '@dropwire/sandbox';
import { afterEach, beforeEach, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');

/** npm runs scripts in the folder of package.json; this one has no `.env`. */
let folder: string;
let testServer: TestServer;
let child: ChildProcess | undefined;
beforeEach(async () => {
	folder = mkdtempSync(join(tmpdir(), 'dropwire-npm-'));
	for (const name of ['package.json', 'node_modules', 'packages', 'scripts', 'bff', 'bot', 'web'])
		symlinkSync(join(ROOT, name), join(folder, name));
	testServer = await openTestServer();
});
afterEach(async () => {
	if (child?.pid !== undefined) {
		try {
			process.kill(-child.pid, 'SIGKILL');
		} catch {
			// All of its processes have ended.
		}
	}
	await testServer.close();
	rmSync(folder, { recursive: true, force: true });
});

/** The settings of each script, for the test server or, for `start`, a separate sandbox. */
const SETTINGS: Record<string, () => Promise<Record<string, string>>> = {
	start: async () => ({ PORT: String(await freePort()), SANDBOX_PORT: String(await freePort()), DATA_DIR: folder }),
	server: async () => ({
		DATABASE_URL: testServer.db.url,
		DATA_DIR: folder,
		SECRET_KEY: TEST_SECRET_KEY,
		PORT: '0',
		DISCORD_URL: testServer.sandbox.origin,
		DISCORD_CLIENT_ID: SANDBOX_APP.clientId,
		DISCORD_CLIENT_SECRET: SANDBOX_APP.clientSecret,
		ADMIN_DISCORD_IDS: SANDBOX_USERS.ada.id,
	}),
	engine: async () => ({
		DATABASE_URL: testServer.db.url,
		DATA_DIR: folder,
		SECRET_KEY: TEST_SECRET_KEY,
		DISCORD_URL: testServer.sandbox.origin,
	}),
	bot: async () => ({
		DISCORD_BOT_TOKEN: SANDBOX_APP.botToken,
		DISCORD_URL: testServer.sandbox.origin,
		BFF_URL: testServer.server.origin,
		BFF_TOKEN: await botToken(testServer.db),
		// Each is a process that the first one starts.
		BOT_SHARDS: '2',
	}),
};

/** Sends a signal to npm alone, as supervisors do, or to all processes of the terminal, as Ctrl-C does. */
const SIGNALS = {
	'SIGTERM to npm': (pid: number) => process.kill(pid, 'SIGTERM'),
	'Ctrl-C': (pid: number) => process.kill(-pid, 'SIGINT'),
};

// `start` and `bot` start processes that also get Ctrl-C; `server` and `engine` are one process behind npm.
test.each([
	['start', 'SIGTERM to npm', 'Ctrl-C ends it'],
	['start', 'Ctrl-C', 'Ctrl-C ends it'],
	['server', 'SIGTERM to npm', 'listening on'],
	['engine', 'Ctrl-C', 'the engine runs'],
	['bot', 'SIGTERM to npm', 'the bot is ready'],
	['bot', 'Ctrl-C', 'the bot is ready'],
] as const)('npm run %s: %s ends every process gracefully', async (script, signal, line) => {
	const env = { ...PROCESS_ENV, ...(await SETTINGS[script]!()) };
	// The script before it installs and builds, which the tests have done.
	const npm = spawn('npm', ['run', script, '--ignore-scripts'], { cwd: folder, env, detached: true });
	child = npm;
	let output = '';
	for (const stream of [npm.stdout, npm.stderr]) {
		stream.on('data', (chunk: Buffer) => {
			output += String(chunk);
		});
	}
	// Once no process has the output open.
	const closed = once(npm, 'close');
	await expect.poll(() => output, { timeout: 90_000 }).toContain(line);
	const exited = once(npm, 'exit');
	SIGNALS[signal](npm.pid!);
	expect(await exited).toEqual([0, null]);
	await closed;
});
