import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { REST, type RESTGetAPIGatewayBotResult, Routes, type Shard, ShardingManager } from 'discord.js';
import type { Logger } from 'pino';
import type { BotSettings } from './settings.ts';

const MAIN = join(import.meta.dirname, 'main.ts');
/** How long a shard may take to end, ms. */
const GRACE_MS = 3000;
/** A shard that died starts again after the first, ms; twice as long each time, until it is ready. */
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;

/**
 * Runs the bot as several processes, each with a part of the guilds; one that dies is started anew.
 * @returns how to end them all
 */
export async function startShards(settings: BotSettings, log: Logger): Promise<() => Promise<void>> {
	const { BOT_SHARDS, DISCORD_BOT_TOKEN } = settings;
	const totalShards = typeof BOT_SHARDS === 'number' ? BOT_SHARDS : await recommended(settings);
	// Its own way of starting them anew knows no pause, and fails with the first start that does.
	const manager = new ShardingManager(MAIN, { token: DISCORD_BOT_TOKEN, totalShards, mode: 'process', respawn: false });
	const end = new AbortController();
	manager.on('shardCreate', (shard) => {
		log.info({ shard: shard.id }, 'shard started');
		keepAlive(shard, log, end.signal);
	});
	const stop = async () => {
		end.abort();
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

function keepAlive(shard: Shard, log: Logger, ends: AbortSignal): void {
	let wait = FIRST_PAUSE_MS;
	const again = async () => {
		// It fails only by the end of this process, which is looked at next.
		await pause(wait, undefined, { signal: ends }).catch(() => {});
		if (ends.aborted) return;
		wait = Math.min(wait * 2, LONGEST_PAUSE_MS);
		log.info({ shard: shard.id }, 'shard starts again');
		// One that ends before it is ready has its next turn by its death.
		await shard.spawn().catch((error: unknown) => log.error({ shard: shard.id, err: error }, 'shard is not ready'));
	};
	shard.on('ready', () => {
		wait = FIRST_PAUSE_MS;
	});
	shard.on('error', (error) => log.error({ shard: shard.id, err: error }, 'shard'));
	shard.on('death', () => {
		if (ends.aborted) return;
		log.warn({ shard: shard.id }, 'shard ended');
		void again();
	});
}

/** What Discord recommends; asked at the Discord of the settings, which discord.js's own question is not. */
async function recommended({ DISCORD_URL, DISCORD_BOT_TOKEN }: BotSettings): Promise<number> {
	const rest = new REST({ api: `${DISCORD_URL}/api` }).setToken(DISCORD_BOT_TOKEN);
	const { shards } = (await rest.get(Routes.gatewayBot())) as RESTGetAPIGatewayBotResult;
	return shards;
}
