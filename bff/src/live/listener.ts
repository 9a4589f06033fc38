import { Readable } from 'node:stream';
import { HEARTBEAT, RESET } from './frames.ts';

/** The guilds that a reader can see; null for all. */
export type Guilds = readonly string[] | null;

/** The reader of a stream and the guilds they can see. */
export interface Reader {
	discordId: string;
	guilds: Guilds;
	/** Whether every delivery is sent as a row, also those of messages to many webhooks. */
	allRows: boolean;
	/** Reads the guilds again. Resolves with `over` once the right is lost; rejects when the guilds cannot be read. */
	check: () => Promise<Guilds | 'over'>;
}

/** What a stream shows. Streams with the same key get the same bytes. */
export interface View {
	key: string;
	guilds: Guilds;
	allRows: boolean;
}

/** Limit of unread bytes. A reader that exceeds it is disconnected, and can reconnect and continue. */
const MAX_WAITING = 1024 * 1024;
/** Interval of the rights check, ms. Guilds are cached for four and a half minutes (guilds/rights.ts), so a lost right
 * ends within five minutes. */
const CHECK_MS = 30_000;
const HEARTBEAT_MS = 15_000;

/** One open stream of server-sent events. */
export class Listener {
	readonly discordId: string;
	readonly stream: Readable;
	view: View;
	readonly #ask: Reader['check'];
	/** The first check comes early by a random time, so that streams that began together are checked apart. */
	#checkedAt = performance.now() - Math.random() * CHECK_MS;
	#checking = false;
	#sentAt = performance.now();
	#ended = false;
	readonly #onEnd: () => void;

	constructor({ discordId, guilds, allRows, check }: Reader, onEnd: () => void) {
		this.discordId = discordId;
		this.view = viewOf(guilds, allRows);
		this.#ask = check;
		this.#onEnd = onEnd;
		this.stream = new Readable({ read: () => {} });
		// The reader disconnected, perhaps before it read anything.
		this.stream.once('close', () => this.end());
	}

	/** Sends the same bytes as to every other listener with this view. Ends the stream of a reader that is too slow. */
	send(chunk: Buffer): void {
		if (this.#ended) return;
		if (this.stream.readableLength + chunk.length > MAX_WAITING) {
			this.stream.destroy();
			return;
		}
		this.#sentAt = performance.now();
		this.stream.push(chunk);
	}

	/** Makes the client reload because there are too many changes to send. */
	reset(): void {
		this.send(Buffer.from(RESET));
	}

	beat(now: number): void {
		if (now - this.#sentAt >= HEARTBEAT_MS) this.send(HEARTBEAT);
	}

	/**
	 * Reads the rights again if a check is due, and applies them. While they cannot be read, the stream shows no guild.
	 */
	async check(now: number): Promise<void> {
		if (this.#checking || now - this.#checkedAt < CHECK_MS) return;
		this.#checking = true;
		this.#checkedAt = now;
		const guilds = await this.#ask().catch((): readonly string[] => []);
		this.#checking = false;
		if (guilds === 'over') return this.end();
		const before = this.view.guilds;
		this.view = viewOf(guilds, this.view.allRows);
		// The stream may have missed changes in the new guilds.
		const wider = guilds === null ? before !== null : guilds.some((id) => before && !before.includes(id));
		if (wider) this.reset();
		return undefined;
	}

	get ended(): boolean {
		return this.#ended;
	}

	end(): void {
		if (this.#ended) return;
		this.#ended = true;
		this.stream.push(null);
		this.#onEnd();
	}
}

function viewOf(guilds: Guilds, allRows: boolean): View {
	const key = `${allRows ? 'all ' : ''}${guilds === null ? 'operators' : guilds.toSorted().join(' ')}`;
	return { key, guilds, allRows };
}
