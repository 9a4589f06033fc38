/**
 * `npm start`: everything in one process, but for the bot. Without a Discord application that is the sandbox mode: a
 * local Discord and local retailers, filled so that something happens, and the bot. With one, it is the product alone.
 */
import { join } from 'node:path';
import { type Running, run } from '@dropwire/bff';
import { isSandboxMode, readServerSettings } from '@dropwire/bff/settings';
import { loadEnvFile, migrate, readSettings, wholeNumber } from '@dropwire/db';
import { type Sandbox, SANDBOX_APP, SANDBOX_USERS, SANDBOX_X, startSandbox } from '@dropwire/sandbox';
import { IMAGE_HOSTS } from '@dropwire/engine';
import { fillSandbox } from './fillSandbox.ts';
import { type ChildBot, startSandboxBot } from './sandboxBot.ts';

/** How often the sandbox's Nike is asked: often enough that a newcomer sees something soon. */
const SANDBOX_POLL_MS = '5000';

let sandbox: Sandbox | undefined;
let running: Running | undefined;
let bot: ChildBot | undefined;
let stopping = false;

async function stop(): Promise<void> {
	if (stopping) return;
	stopping = true;
	await stopAll();
}

async function stopAll(): Promise<void> {
	// First, so that it does not complain that the others are gone.
	await bot?.stop();
	await running?.stop();
	await sandbox?.close();
}

process.once('SIGINT', () => void stop());
process.once('SIGTERM', () => void stop());

try {
	loadEnvFile();
	if (isSandboxMode() && process.env['NODE_ENV'] !== 'production') sandbox = await startWithSandbox();
	const settings = readServerSettings();
	running = await run(settings, async (db) => {
		await migrate(db);
		if (sandbox) await fillSandbox(db, settings.DISCORD_URL);
	});
	if (sandbox && !stopping && process.env['SANDBOX_BOT'] !== 'off') bot = await startSandboxBot(running);
	// Interrupted while it was coming up.
	if (stopping) await stopAll();
	else console.log(greeting(settings.PUBLIC_URL, sandbox));
} catch (error) {
	console.error(`dropwire: ${(error as Error).message.split('\n')[0]}`);
	await stop();
	process.exitCode = 1;
}

/** Starts the sandbox and points the settings at it. What is set by hand stands. */
async function startWithSandbox(): Promise<Sandbox> {
	const { env } = process;
	const { PORT } = readSettings({ PORT: wholeNumber(0, 65_535).default(3000) });
	const { SANDBOX_PORT: port } = readSettings({
		SANDBOX_PORT: wholeNumber(0, 65_535).default(PORT === 0 ? 0 : PORT + 1),
	});
	const started = await startSandbox({
		port,
		dataFile: join(env['DATA_DIR'] || '.data', 'sandbox.json'),
		lives: true,
	}).catch((error: NodeJS.ErrnoException) => {
		throw error.code === 'EADDRINUSE' ? new Error(`Port ${port} is in use. Set SANDBOX_PORT to another one.`) : error;
	});
	const defaults = {
		DISCORD_CLIENT_ID: SANDBOX_APP.clientId,
		DISCORD_CLIENT_SECRET: SANDBOX_APP.clientSecret,
		DISCORD_BOT_TOKEN: SANDBOX_APP.botToken,
		DISCORD_URL: started.origin,
		NIKE_API_URL: started.nikeUrl,
		...Object.fromEntries(Object.keys(IMAGE_HOSTS).map((name) => [name, started.imagesUrl])),
		ADIDAS_API_URL: started.adidasUrl,
		X_API_URL: started.xUrl,
		X_APP_KEY: SANDBOX_X.appKey,
		X_APP_SECRET: SANDBOX_X.appSecret,
		X_ACCESS_TOKEN: SANDBOX_X.accessToken,
		X_ACCESS_SECRET: SANDBOX_X.accessSecret,
		ADMIN_DISCORD_IDS: SANDBOX_USERS.ada.id,
		POLL_INTERVAL_MS: SANDBOX_POLL_MS,
		INVITE_URL: started.origin,
		LOG_LEVEL: 'warn',
	};
	for (const [name, value] of Object.entries(defaults)) env[name] ||= value;
	return started;
}

function greeting(publicUrl: string, world: Sandbox | undefined): string {
	if (!world) return `Dropwire runs: ${publicUrl}`;
	const people = Object.values(SANDBOX_USERS).map((user) => `${user.globalName ?? user.username} (${user.about})`);
	return `
  Dropwire runs, in sandbox mode.

  The product     ${publicUrl}
  Its Discord     ${world.origin}     messages appear here, the first within half a minute;
                                            the bot takes slash commands there
  Sign in as      ${people.join('\n                  ')}

  Ctrl-C ends it; what is there stays.
`;
}
