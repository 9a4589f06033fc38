import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError, contract, type Delivery, errorOf, type LiveEvent } from '@dropwire/contract';
import { createParser } from 'eventsource-parser';
import { Failure } from '../failure.ts';
import { note, warn } from '../terminal/output.ts';
import { fetchThere, unreachable } from './retries.ts';
import type { Session } from './session.ts';

/** A connection without data for this long is broken: the server sends a heartbeat every 15 s. */
const SILENCE_MS = 45_000;
const FIRST_RETRY_MS = 2000;

/** Where each kind of row is listened to. Without `all`, the server sends large messages as counts. */
const PATHS = { event: contract.live.path, delivery: `${contract.live.path}?deliveries=all` } as const;

/** The data by event name. */
interface Rows {
	event: LiveEvent;
	delivery: Delivery;
}

/**
 * Calls `onRow` for each new event until the process ends. After connection errors, and while the server restarts, it
 * reconnects and continues after the last event (WHATWG HTML, "Server-sent events"). Rejects if the server rejects the
 * request, if the first connection fails, or if `onRow` fails.
 */
export async function follow<Kind extends keyof Rows>(
	{ url, token }: Session,
	kind: Kind,
	onRow: (row: Rows[Kind]) => Promise<void>,
): Promise<never> {
	if (process.stderr.isTTY) note('Waiting for new rows. Press Ctrl-C to stop.');
	let lastId: string | undefined;
	let retryMs = FIRST_RETRY_MS;
	let connected = false;
	let isDown = false;
	const noteOutage = (text: string) => {
		if (!isDown) note(text);
		isDown = true;
	};
	for (;;) {
		const received: string[] = [];
		const parser = createParser({
			onEvent({ event, data, id }) {
				if (id !== undefined) lastId = id;
				if (event === 'reset') warn('Some rows were skipped because there were too many.');
				if (event === kind) received.push(data);
			},
			onRetry: (ms) => {
				retryMs = ms;
			},
		});
		try {
			for await (const text of open(`${url}${PATHS[kind]}`, token, lastId)) {
				connected = true;
				isDown = false;
				parser.feed(text);
				for (const data of received.splice(0)) await onRow(JSON.parse(data) as Rows[Kind]);
			}
			noteOutage('The server closed the stream; reconnecting …');
		} catch (error) {
			if (!connected || !isTemporary(error)) throw error;
			noteOutage('The connection was lost; reconnecting …');
		}
		await sleep(retryMs);
	}
}

async function* open(url: string, token: string, lastId: string | undefined): AsyncGenerator<string> {
	const silence = new AbortController();
	const timer = setTimeout(() => silence.abort(), SILENCE_MS);
	try {
		const response = await fetchThere(url, {
			headers: {
				accept: 'text/event-stream',
				authorization: `Bearer ${token}`,
				...(lastId !== undefined && { 'last-event-id': lastId }),
			},
			signal: silence.signal,
		}).catch((cause: unknown) => {
			throw unreachable(cause);
		});
		// A page that some other server sends would end at once, and be asked for again without end.
		const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
		// A body that is not JSON, of a proxy for example: the error then names the status.
		if (!response.ok || !response.body || !isStream) throw errorOf(response, await response.json().catch(() => null));
		const decoder = new TextDecoder();
		try {
			for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
				timer.refresh();
				yield decoder.decode(chunk, { stream: true });
			}
		} catch (cause) {
			throw unreachable(cause);
		}
	} finally {
		clearTimeout(timer);
	}
}

/** Whether the server may answer again: it does not answer now, or is overloaded. A redirect elsewhere is permanent. */
function isTemporary(error: unknown): boolean {
	if (!(error instanceof ApiError) || error.cause instanceof Failure) return false;
	return error.status === 0 || error.status === 429 || error.status >= 500;
}
