import { setTimeout as sleep } from 'node:timers/promises';
import { DISCORD_USER_AGENT } from '@dropwire/domain';
import { Pool } from 'undici';
import { parseObject, readRejection, untilReset } from './answers.ts';
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

/** An accepted request; or why it was not, with Discord's code and what follows. `limited` is not an attempt: it can be made after `waitMs`. */
export type BotAnswer =
	| { kind: 'done'; body: Readonly<Record<string, unknown>> }
	| { kind: 'rejected'; code: number | null; reason: string; fields: readonly string[] }
	| { kind: 'limited'; reason: string; waitMs: number }
	| { kind: 'unclear'; reason: string };

export interface BotApi {
	/** Makes a request in its turn. Never rejects. @param path below `/api/v10` */
	call(method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE', path: string, body?: object): Promise<BotAnswer>;
	close(): Promise<void>;
}

export interface BotApiOptions {
	discordUrl: string;
	token: string;
	timeoutMs: number;
	/** The local address to send from; null if the operating system chooses it. */
	localAddress: string | null;
}

/**
 * Discord with the bot's token, for one process: requests are spread evenly, and wait together while Discord orders it. A limit of
 * one channel or server holds only its requests back.
 */
export function createBotApi({ discordUrl, token, timeoutMs, localAddress }: BotApiOptions): BotApi {
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
	/** When routes accept requests again. */
	const routes = new Map<string, number>();

	function holdRoute(route: string, waitMs: number): void {
		const now = performance.now();
		if (routes.size >= MAX_ROUTES) for (const [one, until] of routes) if (until <= now) routes.delete(one);
		routes.set(route, now + waitMs);
	}

	async function turn(): Promise<void> {
		const wait = (until: number) => sleep(until - performance.now(), undefined, { signal: ending.signal });
		do {
			const at = Math.max(performance.now(), nextAt);
			nextAt = at + 1000 / PER_SECOND;
			if (at > performance.now()) await wait(at);
			if (pausedUntil > performance.now()) await wait(pausedUntil);
		} while (pausedUntil > performance.now());
	}

	return {
		async call(method, path, body) {
			// Discord's limits are those of a method and a channel or server.
			const route = [method, ...path.split('/').slice(1, 3)].join(' ');
			const waitMs = (routes.get(route) ?? 0) - performance.now();
			if (waitMs > 0) return { kind: 'limited', reason: 'Discord limits this channel', waitMs };
			try {
				await turn();
			} catch {
				return { kind: 'unclear', reason: 'The engine stopped' };
			}
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
			if (status >= 200 && status < 300) return { kind: 'done', body: parseObject(text) ?? {} };
			const { next, code, reason, waitMs: ordered, fields } = readRejection(status, header, text);
			// Discord's own codes say what they are about, except that of Cloudflare's block.
			const isOwn = code !== null && code !== 0 && status !== 429 && status < 500 && code !== CLOUDFLARE_BLOCK;
			if (isOwn) return { kind: 'rejected', code, reason, fields };
			if (next === 'pause' || next === 'wait') {
				if (next === 'wait') holdRoute(route, ordered);
				else pausedUntil = Math.max(pausedUntil, performance.now() + ordered);
				return { kind: 'limited', reason, waitMs: ordered };
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
