import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError, contract, type Delivery, type ErrorBody, type ProductEventRow } from '@dropwire/bff/contract';
import { createParser } from 'eventsource-parser';
import { note } from '../terminal/output.ts';
import type { Session } from './session.ts';

/** Without a sign of life for so long the connection is dead, whatever the system believes; the server beats every 15 s. */
const SILENCE_MS = 45_000;
const FIRST_RETRY_MS = 2000;

/** What is told, by the names of the stream's events. */
interface Rows {
	event: ProductEventRow;
	delivery: Delivery;
}

/**
 * Follows what happens, until the process ends; goes on after a broken connection where it was (WHATWG HTML,
 * "Server-sent events"). Rejects when the server refuses.
 */
export async function follow<Kind extends keyof Rows>(
	{ url, token }: Session,
	kind: Kind,
	onRow: (row: Rows[Kind]) => Promise<void>,
): Promise<never> {
	let lastId: string | undefined;
	let retryMs = FIRST_RETRY_MS;
	let heard = false;
	for (;;) {
		const waiting: string[] = [];
		const parser = createParser({
			onEvent({ event, data, id }) {
				if (id !== undefined) lastId = id;
				if (event === 'reset') note('More happened than can be told one by one; some of it is left out.');
				if (event === kind) waiting.push(data);
			},
			onRetry: (ms) => {
				retryMs = ms;
			},
		});
		try {
			for await (const text of open(url, token, lastId)) {
				heard = true;
				parser.feed(text);
				for (const data of waiting.splice(0)) await onRow(JSON.parse(data) as Rows[Kind]);
			}
			note('The server ended the stream; going on when it is back …');
		} catch (error) {
			if (error instanceof ApiError && error.status !== 429 && error.status < 500) throw error;
			if (!heard) throw error;
			note('The connection is broken; going on when the server is back …');
		}
		await sleep(retryMs);
	}
}

async function* open(url: string, token: string, lastId: string | undefined): AsyncGenerator<string> {
	const silence = new AbortController();
	const timer = setTimeout(() => silence.abort(), SILENCE_MS);
	try {
		const response = await fetch(`${url}${contract.live.path}`, {
			headers: {
				accept: 'text/event-stream',
				authorization: `Bearer ${token}`,
				...(lastId !== undefined && { 'last-event-id': lastId }),
			},
			signal: silence.signal,
		}).catch((cause: unknown) => {
			throw new ApiError(0, { code: 'unreachable', message: 'The server cannot be reached.' }, undefined, { cause });
		});
		if (!response.ok || !response.body) throw await refusal(response);
		const decoder = new TextDecoder();
		for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
			timer.refresh();
			yield decoder.decode(chunk, { stream: true });
		}
	} finally {
		clearTimeout(timer);
	}
}

async function refusal(response: Response): Promise<ApiError> {
	// A proxy's page is no JSON of ours; its status is told instead.
	const body = (await response.json().catch(() => null)) as ErrorBody | null;
	const error = body?.error ?? { code: 'unreachable' as const, message: `The server answered ${response.status}.` };
	return new ApiError(response.status, error, response.headers);
}
