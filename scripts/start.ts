/**
 * `npm start`: runs everything except the bot in one process. Without a Discord application it runs sandbox mode: a
 * local Discord and local retailers with sample data, and the bot. With a Discord application it runs only the product.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Running, run } from '@dropwire/bff';
import { isSandboxMode, readServerSettings, serverSettings } from '@dropwire/bff/settings';
import { describeFailure, folderError, migrate } from '@dropwire/db';
import { onStopSignal } from '@dropwire/engine';
import { loadEnvFile, readArguments, readSettings, wholeNumber, withFiles } from '@dropwire/domain/settings';
import { type Sandbox, SANDBOX_USERS, startSandbox } from '@dropwire/sandbox';
import { fillSandbox } from './fillSandbox.ts';
import { type ChildBot, startSandboxBot } from './sandboxBot.ts';
import { SANDBOX_PLANS, sandboxSettings } from './sandboxSettings.ts';

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
	// The bot stops first, so that it does not report that the other parts are unavailable.
	await bot?.stop();
	await running?.stop();
	await sandbox?.close();
}

onStopSignal(() => void stop());

const USAGE = `Usage: npm start

Runs everything in one process. Without a Discord application it has a local Discord and local shops. Settings are environment variables and the lines of .env in the current folder: .env.example lists them all.`;

try {
	readArguments(USAGE, {});
	loadEnvFile();
	// The sandbox's settings fill in what is missing, which a setting in a file is not.
	Object.assign(process.env, withFiles(Object.keys(serverSettings)));
	if (isSandboxMode() && process.env['NODE_ENV'] !== 'production') sandbox = await startWithSandbox();
	const settings = readServerSettings();
	running = await run(settings, async (db) => {
		await migrate(db);
		if (sandbox) await fillSandbox(db, { discordUrl: settings.DISCORD_URL, shopOrigin: sandbox.shopOrigin });
	});
	if (sandbox && !stopping && process.env['SANDBOX_BOT'] !== 'off') bot = await startSandboxBot(running);
	// Interrupted during startup.
	if (stopping) await stopAll();
	else console.log(greeting(settings.PUBLIC_URL, sandbox));
} catch (error) {
	try {
		await stop();
	} finally {
		// Last, since what is being stopped can log that the database is closed.
		console.error(`dropwire: ${describeFailure(error)}`);
		process.exit(1);
	}
}

/** Starts the sandbox and points the settings to it. Environment variables take precedence. */
async function startWithSandbox(): Promise<Sandbox> {
	const { env } = process;
	const { PORT } = readSettings({ PORT: wholeNumber(0, 65_535).default(3000) });
	const { SANDBOX_PORT: port } = readSettings({
		SANDBOX_PORT: wholeNumber(0, 65_535).default(PORT === 0 ? 0 : PORT + 1),
	});
	const dataDir = env['DATA_DIR'] || '.data';
	try {
		mkdirSync(dataDir, { recursive: true, mode: 0o700 });
	} catch (error) {
		throw folderError('DATA_DIR', dataDir, error);
	}
	const started = await startSandbox({
		port,
		dataFile: join(dataDir, 'sandbox.json'),
		lives: true,
	}).catch((error: NodeJS.ErrnoException) => {
		throw error.code === 'EADDRINUSE' ? new Error(`Port ${port} is in use. Set SANDBOX_PORT to another one.`) : error;
	});
	const settings: Record<string, string> = { ...sandboxSettings(started, env), PLANS: SANDBOX_PLANS };
	for (const [name, value] of Object.entries(settings)) env[name] ||= value;
	env['SHOP_URLS'] = settings['SHOP_URLS'];
	return started;
}

function greeting(publicUrl: string, sandbox: Sandbox | undefined): string {
	if (!sandbox) return `Dropwire runs: ${publicUrl}`;
	const people = Object.values(SANDBOX_USERS).map((user) => `${user.globalName ?? user.username} (${user.about})`);
	return `
  Dropwire runs, in sandbox mode.

  The product     ${publicUrl}
  Its Discord     ${sandbox.origin}     messages appear here, the first within half a minute;
                                            the bot takes slash commands there
  Sign in as      ${people.join('\n                  ')}

  Ctrl-C ends it; what is there stays.
`;
}
