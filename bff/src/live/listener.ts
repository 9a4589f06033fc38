/** The highest ids that a reader was told of: what Last-Event-ID carries. */
export interface Watermark {
	event: number;
	delivery: number;
}

/** A reader that does not read is let go: it comes back and goes on where it was. */
const MOST_WAITING = 2000;
/** What a browser waits before it comes back, ms. */
const RETRY_MS = 2000;

/** One open stream of server-sent events (WHATWG HTML, "Server-sent events"). */
export class Listener {
	readonly discordId: string;
	last: Watermark = { event: 0, delivery: 0 };
	/** Events that were told on coming back; the next look may find them again. */
	readonly caughtUp = new Set<number>();
	readonly #guilds: ReadonlySet<string> | null;
	readonly #onEnd: () => void;
	readonly #waiting: string[] = [];
	#wake: (() => void) | undefined;
	#ended = false;
	#spokeAt = Date.now();

	constructor(discordId: string, guilds: readonly string[] | null, onEnd: () => void) {
		this.discordId = discordId;
		this.#guilds = guilds && new Set(guilds);
		this.#onEnd = onEnd;
	}

	/** Goes on after what `Last-Event-ID` says; what it cannot read counts as nothing told. */
	resume(lastEventId: string): void {
		const [, event = '0', delivery = '0'] = /^e(\d{1,15})\.d(\d{1,15})$/.exec(lastEventId) ?? [];
		this.last = { event: Number(event), delivery: Number(delivery) };
		this.hello();
	}

	/** The first line: how long to wait before coming back, and where we are. */
	hello(): void {
		this.#push(`retry: ${RETRY_MS}\nid: ${this.#id()}\nevent: hello\ndata: {}\n\n`);
	}

	/** @param guildId of a delivery or a guild's change: null belongs to no guild, which operators alone see */
	tell(kind: 'event' | 'delivery' | 'guild', ids: Partial<Watermark>, data: unknown, guildId: string | null): void {
		if (kind !== 'event' && this.#guilds && !(guildId !== null && this.#guilds.has(guildId))) return;
		if (kind === 'event' && this.caughtUp.delete(ids.event ?? 0)) return;
		this.last = {
			event: Math.max(this.last.event, ids.event ?? 0),
			delivery: Math.max(this.last.delivery, ids.delivery ?? 0),
		};
		this.#push(`id: ${this.#id()}\nevent: ${kind}\ndata: ${JSON.stringify(data)}\n\n`);
	}

	/** More happened than can be told one by one. */
	reset(): void {
		this.#push('event: reset\ndata: {}\n\n');
	}

	/** A sign of life, so that neither side nor a proxy takes the silence for an end. */
	beat(now: number, every: number): void {
		if (now - this.#spokeAt >= every) this.#push(': alive\n\n');
	}

	get ended(): boolean {
		return this.#ended;
	}

	end(): void {
		if (this.#ended) return;
		this.#ended = true;
		this.#wake?.();
		this.#onEnd();
	}

	/** What is told, until one side ends it. A reader that goes before it read anything ends it, too. */
	stream(): AsyncIterableIterator<string> {
		const told = this.#told();
		return {
			[Symbol.asyncIterator]() {
				return this;
			},
			next: () => told.next(),
			return: () => {
				this.end();
				return told.return(undefined);
			},
		};
	}

	async *#told(): AsyncGenerator<string, undefined> {
		try {
			while (!this.#ended) {
				const next = this.#waiting.splice(0).join('');
				if (next) yield next;
				else {
					await new Promise<void>((resolve) => {
						this.#wake = resolve;
					});
				}
			}
		} finally {
			this.end();
		}
		return undefined;
	}

	#id(): string {
		return `e${this.last.event}.d${this.last.delivery}`;
	}

	#push(text: string): void {
		if (this.#waiting.length >= MOST_WAITING) return this.end();
		this.#spokeAt = Date.now();
		this.#waiting.push(text);
		this.#wake?.();
		return undefined;
	}
}
