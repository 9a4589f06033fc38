import { setTimeout as sleep } from 'node:timers/promises';
import { backoff, DISCORD_USER_AGENT } from '@dropwire/domain';
import type { Logger } from 'pino';
import { Pool } from 'undici';
import { isInvalid, parseObject, readRejection, untilReset } from './answers.ts';
import { type AddressBudget, OPERATORS } from './budget.ts';
import { Exchange, type Exchanged } from './exchange.ts';

/**
 * Requests a second with the bot's token. Discord's limit for one bot is 50 whatever the address; the bot and the server use the
 * rest.
 */
const PER_SECOND = 40;
const CONNECTIONS = 8;
/** The longest answer: a server's 100 scheduled events with their descriptions, each character as an escape. */
const LONGEST_ANSWER = 1024 * 1024;
/** Routes that are remembered before those that are free are forgotten. */
const MAX_ROUTES = 1000;
/** Pauses while Discord rejects the token, by how often it has in a row. */
const tokenPauseMs = backoff({ firstMs: 60_000, maxMs: 3_600_000 });

/** An accepted request; or why it was not, with Discord's code and what follows. `limited` is not an attempt: it can be made after `waitMs`. */
export type BotAnswer =
	| { kind: 'done'; body: Readonly<Record<string, unknown>> }
	| { kind: 'rejected'; code: number | null; reason: string; fields: readonly string[] }
	| { kind: 'limited'; reason: string; waitMs: number }
	| { kind: 'unclear'; reason: string };

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

export interface BotApi {
	/** Makes a request in its turn, or none while Discord orders a wait. Never rejects. @param path below `/api/v10` */
	call(method: Method, path: string, body?: object): Promise<BotAnswer>;
	/** How long it makes no requests, or none like the given one, ms; 0 if it makes them now. */
	waitMs(method?: Method, path?: string): number;
	close(): Promise<void>;
}

export interface BotApiOptions {
	discordUrl: string;
	log: Logger;
	token: string;
	/** Of the address, which Discord bans for invalid requests, whoever makes them. */
	budget: AddressBudget;
	timeoutMs: number;
	/** The local address to send from; null if the operating system chooses it. */
	localAddress: string | null;
}

/**
 * Discord with the bot's token, for one process: requests are spread evenly, and none are made while Discord orders a wait or rejects
 * the token. A limit of one channel or server holds only its requests back.
 */
export function createBotApi(options: BotApiOptions): BotApi {
	const { discordUrl, log, token, budget, timeoutMs, localAddress } = options;
	const { origin, pathname } = new URL(discordUrl);
	const base = `${pathname.replace(/\/$/, '')}/api/v10`;
	const pool = new Pool(origin, {
		connections: CONNECTIONS,
		headersTimeout: 0,
		bodyTimeout: 0,
		connect: { timeout: timeoutMs },
		...(localAddress !== null && { localAddress }),
	});
	const headers = { authorization: `Bot ${token}`, 'user-agent': DISCORD_USER_AGENT };
	const ending = new AbortController();
	/** When the next request can be sent, and when a pause ends, by the monotonic clock. */
	let nextAt = 0;
	let pausedUntil = 0;
	/** How often in a row Discord has rejected the token. */
	let rejections = 0;
	/** When routes accept requests again. */
	const routes = new Map<string, number>();

	function holdRoute(route: string, waitMs: number): void {
		const now = performance.now();
		if (routes.size >= MAX_ROUTES) for (const [one, until] of routes) if (until <= now) routes.delete(one);
		routes.set(route, now + waitMs);
	}

	async function turn(): Promise<void> {
		const now = performance.now();
		const at = Math.max(now, nextAt);
		nextAt = at + 1000 / PER_SECOND;
		if (at > now) await sleep(at - now, undefined, { signal: ending.signal });
	}

	function waitMs(method?: Method, path?: string): number {
		const now = performance.now();
		const route = method && path ? (routes.get(routeOf(method, path)) ?? 0) : 0;
		return Math.max(0, Math.max(pausedUntil, budget.stoppedUntil(now), route) - now);
	}

	/** A token that was reset stays rejected: without a pause, Discord would ban the address. */
	function pauseForToken(reason: string): BotAnswer {
		// A request that was on its way when the pause began says nothing new.
		if (waitMs() === 0) {
			pausedUntil = performance.now() + tokenPauseMs(++rejections);
			log.error({ reason, pauseMs: waitMs() }, "Discord rejects the bot's token");
		}
		return { kind: 'limited', reason, waitMs: waitMs() };
	}

	return {
		waitMs,
		async call(method, path, body) {
			const limited = (ms: number) => ({ kind: 'limited', reason: 'Discord limits the bot', waitMs: ms }) as const;
			const ahead = waitMs(method, path);
			if (ahead > 0) return limited(ahead);
			try {
				await turn();
			} catch {
				return { kind: 'unclear', reason: 'The engine stopped' };
			}
			const ordered = waitMs(method, path);
			if (ordered > 0) return limited(ordered);
			const route = routeOf(method, path);
			const response = await new Promise<Exchanged>((resolve) => {
				const request = {
					method,
					path: `${base}${path}`,
					headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
					...(body && { body: JSON.stringify(body) }),
				};
				pool.dispatch(request, new Exchange(timeoutMs, resolve, LONGEST_ANSWER));
			});
			if ('failure' in response) return { kind: 'unclear', reason: response.failure };
			const { status, header, text } = response;
			const untilFree = untilReset(header);
			if (untilFree > 0) holdRoute(route, untilFree);
			if (isInvalid(status, header)) budget.invalid.add(performance.now(), OPERATORS);
			if (status >= 200 && status < 300) {
				rejections = 0;
				return { kind: 'done', body: parseObject(text) ?? {} };
			}
			const { next, code, reason, waitMs: orderedMs, fields } = readRejection(status, header, text);
			if (status === 401) return pauseForToken(reason);
			// Discord's own codes say what they are about, except that of Cloudflare's block.
			const isOwn = code !== null && code !== 0 && status !== 429 && status < 500 && code !== CLOUDFLARE_BLOCK;
			if (isOwn) return { kind: 'rejected', code, reason, fields };
			if (next === 'pause' || next === 'wait') {
				if (next === 'wait') holdRoute(route, orderedMs);
				else pausedUntil = Math.max(pausedUntil, performance.now() + orderedMs);
				return { kind: 'limited', reason, waitMs: orderedMs };
			}
			return next === 'retry' ? { kind: 'unclear', reason } : { kind: 'rejected', code, reason, fields };
		},
		async close() {
			ending.abort();
			await pool.destroy();
		},
	};
}

const CLOUDFLARE_BLOCK = 40_333;

/** Discord's limits are those of a method and a channel or server. */
function routeOf(method: Method, path: string): string {
	return [method, ...path.split('/').slice(1, 3)].join(' ');
}
