import { join } from 'node:path';
import { REST, type RESTGetAPIGatewayBotResult, Routes, ShardingManager } from 'discord.js';
import type { Logger } from 'pino';
import type { BotSettings } from './settings.ts';

const MAIN = join(import.meta.dirname, 'main.ts');
/** How long a shard may take to end, ms. */
const GRACE_MS = 3000;

/**
 * Runs the bot as several processes, each with a part of the guilds; one that dies is started anew.
 * @returns how to end them all
 */
export async function startShards(settings: BotSettings, log: Logger): Promise<() => Promise<void>> {
	const { BOT_SHARDS, DISCORD_BOT_TOKEN } = settings;
	const totalShards = typeof BOT_SHARDS === 'number' ? BOT_SHARDS : await recommended(settings);
	const manager = new ShardingManager(MAIN, { token: DISCORD_BOT_TOKEN, totalShards, mode: 'process' });
	manager.on('shardCreate', (shard) => {
		log.info({ shard: shard.id }, 'shard started');
		shard.on('death', () => log.warn({ shard: shard.id }, 'shard ended'));
	});
	const stop = async () => {
		manager.respawn = false;
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

/** What Discord recommends; asked at the Discord of the settings, which discord.js's own question is not. */
async function recommended({ DISCORD_URL, DISCORD_BOT_TOKEN }: BotSettings): Promise<number> {
	const rest = new REST({ api: `${DISCORD_URL}/api` }).setToken(DISCORD_BOT_TOKEN);
	const { shards } = (await rest.get(Routes.gatewayBot())) as RESTGetAPIGatewayBotResult;
	return shards;
}
