import { randomBytes } from 'node:crypto';
import { createDeflate, constants, type Deflate } from 'node:zlib';
import type { WebSocket } from 'ws';

/** Opcodes of the gateway (Discord's documentation, "Gateway Opcodes"). */
export const OP = {
	dispatch: 0,
	heartbeat: 1,
	identify: 2,
	resume: 6,
	reconnect: 7,
	invalidSession: 9,
	hello: 10,
	heartbeatAck: 11,
} as const;

/** Events that are kept for somebody who comes back; who missed more begins anew. */
const MOST_KEPT = 1000;

/** One connection, compressed when it was asked for so. */
export class Connection {
	readonly socket: WebSocket;
	readonly #deflate: Deflate | null;

	/** @param compress `zlib-stream`, or anything else for none */
	constructor(socket: WebSocket, compress: string | null) {
		this.socket = socket;
		this.#deflate = compress === 'zlib-stream' ? createDeflate({ flush: constants.Z_SYNC_FLUSH }) : null;
		// Each write is flushed, so the chunks of one message come together.
		this.#deflate?.on('data', (chunk: Buffer) => this.socket.send(chunk));
	}

	send(message: { op: number; d?: unknown; s?: number; t?: string }): void {
		if (this.socket.readyState !== this.socket.OPEN) return;
		const text = JSON.stringify({ d: null, s: null, t: null, ...message });
		if (this.#deflate) this.#deflate.write(text);
		else this.socket.send(text);
	}
}

/** A bot's session: it outlives its connection, so that nothing is missed on coming back. */
export class Session {
	readonly id = randomBytes(16).toString('hex');
	readonly shard: number;
	readonly shards: number;
	readonly intents: number;
	connection: Connection | null = null;
	resumes = 0;
	#sequence = 0;
	#kept: { s: number; t: string; d: unknown }[] = [];

	constructor(shard: number, shards: number, intents: number) {
		this.shard = shard;
		this.shards = shards;
		this.intents = intents;
	}

	/** Tells an event now, or when the bot is back. */
	tell(t: string, d: unknown): void {
		const event = { s: ++this.#sequence, t, d };
		this.#kept.push(event);
		if (this.#kept.length > MOST_KEPT) this.#kept.shift();
		this.connection?.send({ op: OP.dispatch, ...event });
	}

	/** Tells what came after `sequence`. @returns false when some of it is no longer kept */
	replay(sequence: number): boolean {
		const oldest = this.#kept[0]?.s ?? this.#sequence + 1;
		if (sequence > this.#sequence || sequence + 1 < oldest) return false;
		const missed = this.#kept.filter(({ s }) => s > sequence);
		for (const event of missed) this.connection?.send({ op: OP.dispatch, ...event });
		this.resumes++;
		this.tell('RESUMED', {});
		return true;
	}
}
