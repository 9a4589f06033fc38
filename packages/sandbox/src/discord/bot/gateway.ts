import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { SANDBOX_APP } from '../../seeds.ts';
import { BOT_USER, guildPayload } from '../payloads.ts';
import { Bucket, bucketOf, type Window } from '../limits.ts';
import type { DiscordState } from '../state.ts';
import { Connection, OP, Session } from './session.ts';

const PATH = '/gateway';
const MAX_CONCURRENCY = 16;
const HEARTBEAT_MS = 41_250;
/** Close codes (Discord's documentation, "Gateway Close Event Codes"). */
const CLOSE = {
	unknown: 4000,
	decode: 4002,
	authentication: 4004,
	rateLimited: 4008,
	timedOut: 4009,
	invalidShard: 4010,
	shardingRequired: 4011,
	disallowedIntents: 4014,
} as const;
/** Messages that a connection can send (Discord's documentation, "Rate Limiting" of the gateway). */
const MESSAGES: Window = { limit: 120, windowMs: 60_000 };
/** Guilds of one shard (Discord's documentation, "Sharding"). */
const MAX_GUILDS = 2500;
/** The intents that subscribe to each event; all connections receive events that are not listed here. */
const INTENTS: readonly [RegExp, number][] = [
	[/^(GUILD_(CREATE|UPDATE|DELETE|ROLE_)|CHANNEL_|THREAD_)/, 1 << 0],
	[/^WEBHOOKS_UPDATE$/, 1 << 5],
];
/** Members, presences and message content. The sandbox's application has none of these intents. */
const PRIVILEGED = (1 << 1) | (1 << 8) | (1 << 15);

/**
 * How a connection ends: a network failure, Discord's request to reconnect, an invalidated session, one that can be resumed, a
 * connection that is open but dead, or Discord's close code.
 */
export type GatewayDrop = 'close' | 'reconnect' | 'invalid' | 'resumable' | 'zombie' | number;

export interface GatewayFigures {
	identifies: number;
	resumes: number;
	connected: number;
	sessions: { shard: number; shards: number; intents: number; connected: boolean }[];
}

/**
 * Discord's gateway: one WebSocket per shard, and sessions that can be resumed (Discord's documentation, "Gateway").
 */
export class Gateway {
	readonly #state: DiscordState;
	readonly #server = new WebSocketServer({ noServer: true });
	readonly #sessions = new Map<string, Session>();
	readonly #url: () => string;
	#starts = new Bucket();
	/** By `shard_id % max_concurrency`. */
	readonly #concurrent = new Map<string, Bucket>();
	#identifies = 0;
	#resumes = 0;

	/** @param origin returns the sandbox's address, which is known once it listens */
	constructor(state: DiscordState, origin: () => string) {
		this.#state = state;
		this.#url = () => `${origin().replace(/^http/, 'ws')}${PATH}`;
		state.news.on('news', (guildId, event, data) => this.#send(guildId, event, data));
	}

	/** The response of GET /gateway/bot. */
	info() {
		const { limit: total, windowMs } = this.#state.limits.identify ?? { limit: 1000, windowMs: 0 };
		const { remaining, endsAt } = this.#starts.left({ limit: total, windowMs }, Date.now());
		const guilds = [...this.#state.guilds.values()].filter(({ bot }) => bot.present).length;
		return {
			url: this.#url(),
			shards: Math.max(1, Math.ceil(guilds / 1000)),
			session_start_limit: {
				total,
				remaining,
				reset_after: Math.max(0, endsAt - Date.now()),
				max_concurrency: MAX_CONCURRENCY,
			},
		};
	}

	figures(): GatewayFigures {
		const sessions = [...this.#sessions.values()];
		return {
			identifies: this.#identifies,
			resumes: this.#resumes,
			connected: sessions.filter(({ connection }) => connection).length,
			sessions: sessions.map(({ shard, shards, intents, connection }) => ({
				shard,
				shards,
				intents,
				connected: connection !== null,
			})),
		};
	}

	/** @returns false if the request is not for the gateway */
	upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean {
		const url = new URL(request.url ?? '/', 'http://sandbox');
		if (url.pathname.replace(/\/$/, '') !== PATH) return false;
		this.#server.handleUpgrade(request, socket, head, (opened) => {
			const connection = new Connection(opened, url.searchParams.get('compress'));
			let session: Session | null = null;
			const messages = new Bucket();
			const silence = setTimeout(() => opened.close(CLOSE.timedOut, 'Session timed out.'), HEARTBEAT_MS * 2).unref();
			opened.on('message', (data: Buffer) => {
				if (!messages.take(MESSAGES, Date.now()).ok) return opened.close(CLOSE.rateLimited, 'Rate limited.');
				const message = parsed(data);
				if (!message) return opened.close(CLOSE.decode, 'Error while decoding payload.');
				if (message.op === OP.heartbeat) {
					silence.refresh();
					if (!connection.isDead) connection.send({ op: OP.heartbeatAck });
				} else if (message.op === OP.identify) session = this.#identify(connection, message.d as Identify);
				else if (message.op === OP.resume) session = this.#resume(connection, message.d as Resume);
				return undefined;
			});
			opened.on('close', (code: number) => {
				clearTimeout(silence);
				if (session?.connection !== connection) return;
				session.connection = null;
				// A client that closes the connection cleanly does not resume the session.
				if (code === 1000 || code === 1001) this.#sessions.delete(session.id);
			});
			opened.on('error', () => opened.terminate());
			connection.send({ op: OP.hello, d: { heartbeat_interval: HEARTBEAT_MS } });
		});
		return true;
	}

	/** Drops the connections of all shards. */
	drop(how: GatewayDrop): void {
		for (const session of this.#sessions.values()) {
			const { connection } = session;
			if (!connection) continue;
			if (how === 'reconnect') connection.send({ op: OP.reconnect });
			if (how === 'invalid') this.#sessions.delete(session.id);
			if (how === 'invalid' || how === 'resumable') connection.send({ op: OP.invalidSession, d: how === 'resumable' });
			if (how === 'zombie') connection.isDead = true;
			if (typeof how === 'number') connection.socket.close(how);
			if (how === 'close') {
				session.connection = null;
				connection.socket.terminate();
			}
		}
	}

	close(): void {
		for (const client of this.#server.clients) client.terminate();
		this.#server.close();
	}

	#identify(connection: Connection, { token, shard = [0, 1], intents }: Identify): Session | null {
		const [index, count] = shard;
		const fault = this.#state.takeFault(['gateway']);
		const { identify, concurrency } = this.#state.limits;
		const key = bucketOf(this.#concurrent, String(index % MAX_CONCURRENCY));
		const guilds = [...this.#state.guilds.values()].filter(
			(guild) => guild.bot.present && shardOf(guild.id, count) === index,
		);
		if (fault && 'status' in fault) connection.socket.close(fault.status);
		else if (concurrency && !key.take(concurrency, Date.now()).ok) connection.send({ op: OP.invalidSession, d: false });
		else if (identify && !this.#starts.take(identify, Date.now()).ok) {
			// Discord ends the sessions of a bot that starts too many, and resets its token.
			this.drop(CLOSE.authentication);
			connection.socket.close(CLOSE.authentication, 'Authentication failed.');
		} else if (token !== SANDBOX_APP.botToken) connection.socket.close(CLOSE.authentication, 'Authentication failed.');
		else if (!(index >= 0 && index < count)) connection.socket.close(CLOSE.invalidShard, 'Invalid shard.');
		else if (intents & PRIVILEGED) connection.socket.close(CLOSE.disallowedIntents, 'Disallowed intent(s).');
		else if (guilds.length > MAX_GUILDS) connection.socket.close(CLOSE.shardingRequired, 'Sharding is required.');
		else {
			this.#identifies++;
			const session = new Session(index, count, intents);
			session.connection = connection;
			this.#sessions.set(session.id, session);
			session.send('READY', {
				v: 10,
				user: BOT_USER,
				guilds: guilds.map(({ id }) => ({ id, unavailable: true })),
				session_id: session.id,
				resume_gateway_url: this.#url(),
				shard,
				application: { id: SANDBOX_APP.clientId, flags: 0 },
			});
			const channels = Map.groupBy(this.#state.channels.values(), (channel) => channel.guildId);
			for (const guild of guilds) {
				session.send('GUILD_CREATE', guildPayload(guild, channels.get(guild.id) ?? []));
			}
			return session;
		}
		return null;
	}

	#resume(connection: Connection, { token, session_id: id, seq }: Resume): Session | null {
		const session = this.#sessions.get(id);
		if (token !== SANDBOX_APP.botToken || !session) {
			connection.send({ op: OP.invalidSession, d: false });
			return null;
		}
		session.connection = connection;
		if (session.replay(seq)) {
			this.#resumes++;
			return session;
		}
		this.#sessions.delete(id);
		connection.send({ op: OP.invalidSession, d: false });
		return null;
	}

	#send(guildId: string, event: string, data: unknown): void {
		const intent = INTENTS.find(([pattern]) => pattern.test(event))?.[1] ?? 0;
		for (const session of this.#sessions.values()) {
			const asked = intent === 0 || (session.intents & intent) !== 0;
			if (asked && shardOf(guildId, session.shards) === session.shard) session.send(event, data);
		}
	}
}

interface Identify {
	token: string;
	intents: number;
	shard?: [number, number];
}
interface Resume {
	token: string;
	session_id: string;
	seq: number;
}

function parsed(data: Buffer): { op: number; d: unknown } | null {
	try {
		return JSON.parse(data.toString('utf8')) as { op: number; d: unknown };
	} catch {
		return null;
	}
}

/** The shard that receives a guild's events (Discord's documentation, "Sharding"). */
function shardOf(guildId: string, shards: number): number {
	return Number((BigInt(guildId) >> 22n) % BigInt(shards));
}
