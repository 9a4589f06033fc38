import { backoff } from '@dropwire/domain';
import { setTimeout as pause } from 'node:timers/promises';
import {
	type APIGatewaySessionStartLimit,
	type Client,
	Events,
	SimpleShardingStrategy,
	type WebSocketOptions,
} from 'discord.js';
import type { Logger } from 'pino';

/** The first pause between two connections, ms, and the longest: with it, a day has about a hundred connections. */
const PAUSE = backoff({ firstMs: 1000, maxMs: 15 * 60_000 });
/** A connection that lasts this long works, ms. */
const STABLE_MS = 60_000;
/** Session starts that are kept: the processes of all shards can pass the check at the same time. */
const KEPT_STARTS = 50;

interface Gate {
	/** Resolves when the shard can connect. @param isNew whether it starts a session, or resumes one */
	pass(shard: number, isNew: boolean): Promise<void>;
	ready(shard: number): void;
	closed(shard: number): void;
}

/**
 * Limits the connections to Discord's gateway. discord.js reconnects twice a second and identifies every five seconds for as
 * long as the gateway closes connections, and Discord resets the token of a bot that identifies 1,000 times in a day (its
 * documentation, "Gateway", Identifying).
 * @param limitOf reads Discord's limit of session starts
 * @param wait pauses for a time in ms
 */
export function createConnectGate(
	limitOf: () => Promise<APIGatewaySessionStartLimit>,
	wait: (ms: number) => Promise<void>,
	{ log, shards, now = Date.now }: { log: Logger; shards: () => number; now?: () => number },
): Gate {
	/** By shard: whether it has to pass, connections since the last one that worked, and when the current one was ready. */
	const states = new Map<number, { isOpen: boolean; tries: number; readyAt: number | null }>();
	const stateOf = (shard: number) => {
		const state = states.get(shard) ?? { isOpen: false, tries: 0, readyAt: null };
		states.set(shard, state);
		return state;
	};
	return {
		async pass(shard, isNew) {
			const state = stateOf(shard);
			// discord.js also asks for the session while a connection is open.
			if (state.isOpen) return;
			state.isOpen = true;
			const ms = pauseBefore(state.tries++);
			if (ms > 0) {
				log.warn({ shard, pauseMs: ms, tries: state.tries }, 'the gateway keeps closing the connection; waiting');
				await wait(ms);
			}
			if (!isNew) return;
			for (;;) {
				// Without an answer the pauses alone limit the starts.
				const limit = await limitOf().catch((error: unknown) => {
					log.warn({ err: error }, 'could not read the limit of session starts');
					return null;
				});
				const untilMs = limit === null ? 0 : msUntilStart(limit, shards());
				if (untilMs === 0) return;
				log.error({ shard, ...limit }, 'Discord has few session starts left for this bot; waiting for their reset');
				await wait(untilMs);
			}
		},
		ready(shard) {
			stateOf(shard).readyAt = now();
		},
		closed(shard) {
			const state = stateOf(shard);
			if (state.readyAt !== null && now() - state.readyAt >= STABLE_MS) state.tries = 0;
			state.readyAt = null;
			state.isOpen = false;
		},
	};
}

/** The pause before a connection, ms. A lost connection is replaced at once; after that the pauses double. */
function pauseBefore(tries: number): number {
	return PAUSE(tries - 1);
}

/** How long to wait before a session can be started, ms. */
export function msUntilStart(
	{ total, remaining, reset_after: resetMs }: APIGatewaySessionStartLimit,
	shards: number,
): number {
	const kept = Math.min(Math.max(KEPT_STARTS, shards), Math.floor(total / 2));
	return remaining > kept ? 0 : resetMs;
}

/** discord.js's strategy for its connections, whose shards pass the gate before they connect. */
export function patientStrategy(
	client: () => Client,
	{ log, shutdown }: { log: Logger; shutdown: AbortSignal },
): NonNullable<WebSocketOptions['buildStrategy']> {
	return (manager) => {
		let isFirst = true;
		const limitOf = async () => {
			// Fetched by discord.js a moment before its first connection.
			const { session_start_limit: limit } = await manager.fetchGatewayInformation(!isFirst);
			isFirst = false;
			return limit;
		};
		// discord.js would connect a client that was destroyed during the pause, so the pause never ends then.
		const wait = (ms: number) => pause(ms, undefined, { signal: shutdown }).catch(() => new Promise<never>(() => {}));
		const gate = createConnectGate(limitOf, wait, { log, shards: () => client().options.shardCount ?? 1 });
		client().on(Events.ShardReady, (shard) => gate.ready(shard));
		client().on(Events.ShardResume, (shard) => gate.ready(shard));
		client().on(Events.ShardReconnecting, (shard) => gate.closed(shard));
		// The first thing that a shard asks for when it connects.
		const sessionOf = manager.options.retrieveSessionInfo.bind(manager.options);
		manager.options.retrieveSessionInfo = async (shard) => {
			await gate.pass(shard, (await sessionOf(shard)) === null);
			return sessionOf(shard);
		};
		return new SimpleShardingStrategy(manager);
	};
}
