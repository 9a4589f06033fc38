/**
 * `npm run bot` starts the bot; `npm run bot -- invite` prints its invite link. With `--with-parent` the process exits when
 * its stdin closes, which happens when the process that started it exits.
 */
import { loadEnvFile, readArguments, readSettings, SettingsError } from '@dropwire/domain/settings';
import { ClosedForGood, startBot } from './bot.ts';
import { serveHealth } from './health.ts';
import { inviteLink } from './invite.ts';
import { createLog } from './log.ts';
import { botSettings } from './settings.ts';
import { CLOSED_FOR_GOOD, shardsOf, startShards } from './shards.ts';

/** Set by discord.js's manager, which starts this file once per shard. */
const isShard = process.env['SHARDING_MANAGER'] !== undefined;
/** How long a graceful stop may take, ms. */
const STOP_WITHIN_MS = 4000;

let stop: (() => Promise<void>) | undefined;
let stopping = false;
let discordUrl = '';

function end(): void {
	if (stopping) return;
	stopping = true;
	setTimeout(() => process.exit(0), STOP_WITHIN_MS).unref();
	void (stop?.() ?? Promise.resolve()).finally(() => process.exit(0));
}

// Not `once`: npm forwards Ctrl-C, which the terminal has already sent to this process.
process.on('SIGTERM', end);
process.on('SIGINT', end);
// An orphaned shard would answer commands alongside the shards of the next manager.
if (isShard) process.once('disconnect', end);
if (process.argv.includes('--with-parent')) process.stdin.resume().once('end', end);

const USAGE = `Usage: npm run bot [-- invite]

Starts the bot, or prints the link that invites it to a server. Settings are environment variables and the lines of .env in the current folder: .env.example lists them all.`;

try {
	const flags = { 'with-parent': { type: 'boolean' } } as const;
	const [command, ...more] = readArguments(USAGE, flags, { allowPositionals: true }).positionals;
	if (more.length > 0 || (command !== undefined && command !== 'invite')) {
		throw new SettingsError(`Unexpected argument '${more[0] ?? command}'. ${USAGE.split('\n')[0]}`);
	}
	loadEnvFile();
	const invite = command === 'invite';
	// Creating the link only needs Discord.
	const { env } = process;
	const settings = readSettings(botSettings, invite ? { ...env, BFF_TOKEN: env['BFF_TOKEN'] || 'none' } : env);
	discordUrl = settings.DISCORD_URL;
	if (invite) console.log(await inviteLink(settings));
	else {
		const log = createLog(settings.LOG_LEVEL);
		const shards = isShard ? null : await shardsOf(settings, log);
		const running = shards === null ? await startBot(settings, log) : await startShards(settings, shards, log);
		stop = () => running.stop();
		// A shard's own process leaves it to the one that started it.
		if (settings.BOT_HEALTH_PORT && !isShard) await serveHealth(settings.BOT_HEALTH_PORT, () => running.isConnected());
		void running.lost.then((error) => fail(error));
		log.info('the bot is ready');
	}
} catch (error) {
	fail(error as Error);
}

function fail(error: Error & { code?: unknown; syscall?: string }): never {
	const [line] = (error.message || String(error.code)).split('\n');
	// A connection that failed: while the server cannot be reached, the bot starts without it.
	const isNetwork = error.syscall !== undefined || String(error.code).startsWith('UND_ERR_');
	console.error(`dropwire bot: ${isNetwork ? `DISCORD_URL: ${discordUrl} cannot be reached (${line})` : line}`);
	process.exit(isShard && error instanceof ClosedForGood ? CLOSED_FOR_GOOD : 1);
}
