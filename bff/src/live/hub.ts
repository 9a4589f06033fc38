import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Readable } from 'node:stream';
import type { Database } from '@dropwire/db';
import { every } from '@dropwire/domain/jobs';
import type { Logger } from 'pino';
import { CallError } from '../http/errors.ts';
import { catchUp } from './catchUp.ts';
import { compose } from './compose.ts';
import { hello, readWatermark, type Watermark } from './frames.ts';
import { Listener, type Reader } from './listener.ts';
import { Poll } from './poll.ts';

/** Live streams to browsers. One poll of the database serves all streams. */
export interface LiveHub {
	/**
	 * @returns server-sent events, until the reader disconnects
	 * @throws CallError 429 when this person, or the process, has too many streams
	 */
	subscribe(reader: Reader & { lastEventId: string | null }): Readable;
	/** Ends a person's streams; browsers that still have the right reconnect. */
	drop(discordId: string): void;
	/** Ends all streams. */
	close(): Promise<void>;
}

/** Also the least time between two summaries of a message. */
const POLL_MS = 500;
/** Limits of open streams; more are rejected. Browsers open one stream, for the visible page only. */
export const MAX_STREAMS = { person: 10, process: 2000 } as const;
const RETRY_AFTER_S = 10;
/** Streams that are written to in one turn of the event loop, so that requests and messages do not wait for all. */
const STREAMS_PER_TURN = 25;

export function createLiveHub(db: Database, log: Logger): LiveHub {
	/** Started streams, and all open streams, including those that are still starting. */
	const listeners = new Set<Listener>();
	const open = new Set<Listener>();
	/** From the first stream to the last. */
	let started: Promise<Poll> | undefined;

	function drop(discordId: string): void {
		for (const listener of open) if (listener.discordId === discordId) listener.end();
	}

	async function poll(): Promise<void> {
		if (!started) return;
		await publish(await started);
		const now = performance.now();
		for (const listener of listeners) {
			listener.beat(now);
			void listener.check(now);
		}
	}
	const job = every(POLL_MS, poll, {
		only: () => listeners.size > 0,
		onError: (error) => log.error({ err: error }, 'polling for live streams failed'),
	});

	async function publish(news: Poll): Promise<void> {
		const { signedOut, ...found } = await news.read();
		for (const discordId of signedOut) drop(discordId);
		// Streams that begin from here on start after these rows, so no reader gets a row twice.
		news.published = found.at;
		const readers = [...listeners];
		if (found.eventIds.length + found.deliveries.length + found.guildIds.size === 0) return;
		const views = new Map(readers.map(({ view }) => [view.key, view]));
		const texts = await compose(db.knex, news.deliveries, found, views);
		const chunks = new Map(texts.entries().map(([key, text]) => [key, Buffer.from(text)]));
		for (const [index, listener] of readers.entries()) {
			const chunk = chunks.get(listener.view.key);
			// The reader's guilds changed in the meantime.
			if (!chunk) listener.reset();
			else if (chunk.length > 0) listener.send(chunk);
			if (index % STREAMS_PER_TURN === STREAMS_PER_TURN - 1) await nextTurn();
		}
	}

	async function begin(listener: Listener, lastEventId: string | null): Promise<void> {
		const news = await (started ??= new Poll(db.knex).start());
		const last = lastEventId === null ? news.published : readWatermark(lastEventId);
		listener.send(Buffer.from(hello(last)));
		if (lastEventId !== null) await catchUpAll(news, listener, last);
		// The stream ended during the read.
		if (listener.ended) return;
		listeners.add(listener);
	}

	/** Sends what the reader missed since their previous stream, until nothing was published in the meantime. */
	async function catchUpAll(news: Poll, listener: Listener, last: Watermark): Promise<void> {
		for (let [from, to] = [last, news.published]; !listener.ended; [from, to] = [to, news.published]) {
			if (to.event <= from.event && to.delivery <= from.delivery) return;
			listener.send(Buffer.from(await catchUp(db.knex, listener.view, from, to)));
		}
	}

	return {
		subscribe({ lastEventId, ...reader }) {
			const own = [...open].filter(({ discordId }) => discordId === reader.discordId).length;
			if (own >= MAX_STREAMS.person || open.size >= MAX_STREAMS.process) {
				const message =
					own >= MAX_STREAMS.person
						? `Limit reached: you have ${own} live streams open. Close a page and try again.`
						: 'Too many live streams are open. Try again in a moment.';
				throw new CallError('rate_limited', message, undefined, { retryAfter: RETRY_AFTER_S });
			}
			const listener = new Listener(reader, () => {
				listeners.delete(listener);
				open.delete(listener);
				if (open.size === 0) started = undefined;
			});
			open.add(listener);
			begin(listener, lastEventId).catch((error: unknown) => {
				log.error({ err: error }, 'a live stream could not start');
				// The next stream starts from the beginning.
				started = undefined;
				listener.end();
			});
			return listener.stream;
		},
		drop,
		close() {
			for (const listener of open) listener.end();
			return job.stop();
		},
	};
}
