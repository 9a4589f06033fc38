import { randomBytes } from 'node:crypto';
import { createDeflate, constants, type Deflate } from 'node:zlib';
import type { WebSocket } from 'ws';

/** Gateway opcodes (Discord's documentation, "Gateway Opcodes"). */
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

/** Maximum number of events stored for resuming. A client that missed more must start a new session. */
const MAX_KEPT = 1000;

/** One connection, compressed if the client requested it. */
export class Connection {
	readonly socket: WebSocket;
	/** Whether it acknowledges no heartbeats. */
	isDead = false;
	readonly #deflate: Deflate | null;

	/** @param compress `zlib-stream` enables compression; any other value disables it */
	constructor(socket: WebSocket, compress: string | null) {
		this.socket = socket;
		this.#deflate = compress === 'zlib-stream' ? createDeflate({ flush: constants.Z_SYNC_FLUSH }) : null;
		// Each write is flushed, so the chunks of one message arrive together.
		this.#deflate?.on('data', (chunk: Buffer) => this.socket.send(chunk));
	}

	send(message: { op: number; d?: unknown; s?: number; t?: string }): void {
		if (this.socket.readyState !== this.socket.OPEN) return;
		const text = JSON.stringify({ d: null, s: null, t: null, ...message });
		if (this.#deflate) this.#deflate.write(text);
		else this.socket.send(text);
	}
}

/** A bot's session. It survives a lost connection, so that the bot misses no events. */
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

	/** Sends an event now, or after the bot reconnects. */
	send(t: string, d: unknown): void {
		const event = { s: ++this.#sequence, t, d };
		this.#kept.push(event);
		if (this.#kept.length > MAX_KEPT) this.#kept.shift();
		this.connection?.send({ op: OP.dispatch, ...event });
	}

	/** Sends the events after `sequence`. @returns false if some of these events are no longer stored */
	replay(sequence: number): boolean {
		const oldest = this.#kept[0]?.s ?? this.#sequence + 1;
		if (sequence > this.#sequence || sequence + 1 < oldest) return false;
		const missed = this.#kept.filter(({ s }) => s > sequence);
		for (const event of missed) this.connection?.send({ op: OP.dispatch, ...event });
		this.resumes++;
		this.send('RESUMED', {});
		return true;
	}
}
