import { backoff } from '@dropwire/domain';
import { extname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import {
	DiscordAPIError,
	REST,
	type RESTGetAPIGatewayBotResult,
	Routes,
	type Shard,
	ShardingManager,
	Status,
} from 'discord.js';
import type { Logger } from 'pino';
import { msUntilStart } from './discord/connectGate.ts';
import type { BotSettings } from './settings.ts';

/** The program of a shard: the source, or its built form beside this code. */
const MAIN = join(import.meta.dirname, `main${extname(import.meta.filename)}`);
/** How long a shard may take to exit, ms. */
const GRACE_MS = 3000;
/** The pause before a shard is restarted, ms. It doubles until a shard has been ready for some time. */
const PAUSE = backoff({ firstMs: 1000, maxMs: 5 * 60_000 });
const STABLE_MS = 60_000;
/** The exit code of a shard that a restart does not help, for example because there are too few shards. */
export const CLOSED_FOR_GOOD = 78;

interface Shards {
	/** Resolves when Discord has closed a shard's connection permanently. */
	lost: Promise<Error>;
	/** Whether all of them are connected to Discord. */
	isConnected(): Promise<boolean>;
	/** Stops all of them. */
	stop(): Promise<void>;
}

/**
 * Runs the bot as several processes, each with a share of the guilds, and restarts those that exit.
 */
export async function startShards(
	{ DISCORD_BOT_TOKEN }: BotSettings,
	totalShards: number,
	log: Logger,
): Promise<Shards> {
	// The manager's own respawn has no backoff and gives up if a restart fails.
	const manager = new ShardingManager(MAIN, { token: DISCORD_BOT_TOKEN, totalShards, mode: 'process', respawn: false });
	const shutdown = new AbortController();
	const lost = Promise.withResolvers<Error>();
	manager.on('shardCreate', (shard) => {
		log.info({ shard: shard.id }, 'shard started');
		keepAlive(shard, log, shutdown.signal, lost.resolve);
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
	const isConnected = async () => {
		// Runs in the processes of the shards, as text; one that is not ready rejects it.
		const connected = await manager.broadcastEval(
			({ ws }, { ready }) => ws.shards.every(({ status }) => status === ready),
			{ context: { ready: Status.Ready } },
		);
		return connected.length === totalShards && connected.every(Boolean);
	};
	return { lost: lost.promise, isConnected, stop };
}

function keepAlive(shard: Shard, log: Logger, shutdown: AbortSignal, lost: (error: Error) => void): void {
	let exits = 0;
	let readyAt: number | null = null;
	const restart = async () => {
		// Rejects only on shutdown, which is checked next.
		await pause(PAUSE(exits), undefined, { signal: shutdown }).catch(() => {});
		if (shutdown.aborted) return;
		log.info({ shard: shard.id }, 'restarting shard');
		// A shard that exits before it is ready is restarted by the `death` event.
		await shard
			.spawn()
			.catch((error: unknown) => log.error({ shard: shard.id, err: error }, 'shard did not become ready'));
	};
	shard.on('ready', () => {
		readyAt = Date.now();
	});
	shard.on('error', (error) => log.error({ shard: shard.id, err: error }, 'shard error'));
	shard.on('death', (child) => {
		if (shutdown.aborted) return;
		if ('exitCode' in child && child.exitCode === CLOSED_FOR_GOOD) {
			return lost(new Error(`Shard ${shard.id} cannot connect; its own message says why`));
		}
		if (readyAt !== null && Date.now() - readyAt >= STABLE_MS) exits = 0;
		readyAt = null;
		exits++;
		log.warn({ shard: shard.id, pauseMs: PAUSE(exits) }, 'shard exited');
		void restart();
		return undefined;
	});
}

/**
 * The number of processes: the setting, or what Discord recommends. Waits while Discord has few session starts left, because
 * each start of a process uses one. discord.js's own function for this ignores DISCORD_URL.
 * @returns null for one process without a manager
 * @throws Error if Discord rejects the token or cannot be reached
 */
export async function shardsOf(
	{ BOT_SHARDS, DISCORD_URL, DISCORD_BOT_TOKEN }: BotSettings,
	log: Logger,
): Promise<number | null> {
	const rest = new REST({ api: `${DISCORD_URL}/api` }).setToken(DISCORD_BOT_TOKEN);
	for (;;) {
		const answer = (await rest.get(Routes.gatewayBot()).catch((error: unknown) => {
			const isToken = error instanceof DiscordAPIError && error.status === 401;
			throw isToken ? new Error('Invalid configuration: Discord does not accept DISCORD_BOT_TOKEN') : error;
		})) as RESTGetAPIGatewayBotResult;
		const { shards: recommended, session_start_limit: limit } = answer;
		const shards = BOT_SHARDS === 'auto' ? recommended : BOT_SHARDS;
		const waitMs = msUntilStart(limit, shards);
		if (waitMs === 0) return BOT_SHARDS === 'auto' && shards === 1 ? null : shards;
		log.error(limit, 'Discord has few session starts left for this bot; waiting for their reset');
		await pause(waitMs);
	}
}
