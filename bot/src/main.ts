/**
 * `npm run bot`: the bot as a process of its own. `npm run bot -- invite` prints the link by which it is invited.
 * With `--with-parent` it ends with the process that started it.
 */
import { startBot } from './bot.ts';
import { inviteLink } from './invite.ts';
import { createLog } from './log.ts';
import { loadEnvFile, readBotSettings } from './settings.ts';
import { startShards } from './shards.ts';

/** discord.js's manager starts this file again for each shard, and says so. */
const isShard = process.env['SHARDING_MANAGER'] !== undefined;
/** Longer than this, and what still hangs is not worth waiting for, ms. */
const STOP_WITHIN_MS = 4000;

let stop: (() => Promise<void>) | undefined;
let stopping = false;

function end(): void {
	if (stopping) return;
	stopping = true;
	setTimeout(() => process.exit(0), STOP_WITHIN_MS).unref();
	void (stop?.() ?? Promise.resolve()).finally(() => process.exit(0));
}

process.once('SIGTERM', end);
process.once('SIGINT', end);
// Without its manager a shard would answer beside those that the next one starts.
if (isShard) process.once('disconnect', end);
if (process.argv.includes('--with-parent')) process.stdin.resume().once('end', end);

try {
	loadEnvFile();
	const invites = process.argv[2] === 'invite';
	// The invitation concerns Discord alone.
	const { env } = process;
	const settings = readBotSettings(invites ? { ...env, BFF_TOKEN: env['BFF_TOKEN'] || 'none' } : env);
	if (invites) console.log(await inviteLink(settings));
	else {
		const log = createLog(settings.LOG_LEVEL);
		if (settings.BOT_SHARDS !== undefined && !isShard) stop = await startShards(settings, log);
		else {
			const bot = await startBot(settings, log);
			stop = () => bot.stop();
			void bot.lost.then((error) => fail(error));
		}
		log.info('the bot is ready');
	}
} catch (error) {
	fail(error as Error);
}

function fail({ message }: Error): never {
	console.error(`dropwire bot: ${message.split('\n')[0]}`);
	process.exit(1);
}
