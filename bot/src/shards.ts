import { extname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { REST, type RESTGetAPIGatewayBotResult, Routes, type Shard, ShardingManager } from 'discord.js';
import type { Logger } from 'pino';
import type { BotSettings } from './settings.ts';

/** The program of a shard: the source, or its built form beside this code. */
const MAIN = join(import.meta.dirname, `main${extname(import.meta.filename)}`);
/** How long a shard may take to exit, ms. */
const GRACE_MS = 3000;
/** The pause before a shard is restarted, ms. It doubles until the shard is ready. */
const FIRST_PAUSE_MS = 1000;
const MAX_PAUSE_MS = 60_000;

/**
 * Runs the bot as several processes, each with a share of the guilds, and restarts those that exit.
 * @returns a function that stops all of them
 */
export async function startShards(settings: BotSettings, log: Logger): Promise<() => Promise<void>> {
	const { BOT_SHARDS, DISCORD_BOT_TOKEN } = settings;
	const totalShards = typeof BOT_SHARDS === 'number' ? BOT_SHARDS : await recommendedShards(settings);
	// The manager's own respawn has no backoff and gives up if a restart fails.
	const manager = new ShardingManager(MAIN, { token: DISCORD_BOT_TOKEN, totalShards, mode: 'process', respawn: false });
	const shutdown = new AbortController();
	manager.on('shardCreate', (shard) => {
		log.info({ shard: shard.id }, 'shard started');
		keepAlive(shard, log, shutdown.signal);
	});
	const stop = async () => {
		shutdown.abort();
		const children = [...manager.shards.values()].flatMap(({ process }) => process ?? []);
		const ended = children.map(
			(child) =>
				new Promise<void>((resolve) => {
					if (child.exitCode !== null || child.signalCode !== null) return resolve();
					child.once('exit', () => resolve());
					setTimeout(() => child.kill('SIGKILL'), GRACE_MS).unref();
					child.kill('SIGTERM');
					return undefined;
				}),
		);
		await Promise.all(ended);
	};
	try {
		await manager.spawn();
	} catch (error) {
		await stop();
		throw error;
	}
	return stop;
}

function keepAlive(shard: Shard, log: Logger, shutdown: AbortSignal): void {
	let wait = FIRST_PAUSE_MS;
	const restart = async () => {
		// Rejects only on shutdown, which is checked next.
		await pause(wait, undefined, { signal: shutdown }).catch(() => {});
		if (shutdown.aborted) return;
		wait = Math.min(wait * 2, MAX_PAUSE_MS);
		log.info({ shard: shard.id }, 'restarting shard');
		// A shard that exits before it is ready is restarted by the `death` event.
		await shard
			.spawn()
			.catch((error: unknown) => log.error({ shard: shard.id, err: error }, 'shard did not become ready'));
	};
	shard.on('ready', () => {
		wait = FIRST_PAUSE_MS;
	});
	shard.on('error', (error) => log.error({ shard: shard.id, err: error }, 'shard error'));
	shard.on('death', () => {
		if (shutdown.aborted) return;
		log.warn({ shard: shard.id }, 'shard exited');
		void restart();
	});
}

/** The number of shards that Discord recommends. discord.js's own function for this ignores DISCORD_URL. */
async function recommendedShards({ DISCORD_URL, DISCORD_BOT_TOKEN }: BotSettings): Promise<number> {
	const rest = new REST({ api: `${DISCORD_URL}/api` }).setToken(DISCORD_BOT_TOKEN);
	const { shards } = (await rest.get(Routes.gatewayBot())) as RESTGetAPIGatewayBotResult;
	return shards;
}
