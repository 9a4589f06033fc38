import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '@dropwire/contract';
import { backoff } from '@dropwire/domain';
import { Failure } from '../failure.ts';
import { note } from '../terminal/output.ts';

/** Number of attempts, the pauses after them, and the longest `Retry-After` that the CLI waits for. */
const ATTEMPTS = 3;
const pauseAfter = backoff({ firstMs: 300 });
const MAX_RETRY_AFTER_S = 120;
/** A bulk call of 10,000 rows takes about a second. */
const TIMEOUT_MS = 100_000;

/** The server has not processed the request, so every call can be retried. */
const NOT_PROCESSED = new Set([429, 503]);
/** The server may have processed the request. */
const UNCERTAIN = new Set([500, 502, 504]);
/** The request was not sent. */
const NOT_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);
/** The connection broke, or the time was up, while the server may have been processing the request. */
const LOST = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']);
/** The host name does not exist. */
const PERMANENT = new Set(['ENOTFOUND']);

interface Options {
	/** Sending the request twice has the same effect as sending it once. */
	idempotent: boolean;
	/** The body can take any time: it is written while it is received. */
	streams?: boolean;
}

/** The last attempt failed, and the server may have processed an earlier one. */
class EarlierAttemptLost extends Error {
	override name = 'EarlierAttemptLost';
}

/**
 * `fetch` that retries when it is safe, and waits as long as the server requests (RFC 9110, Retry-After).
 * @throws EarlierAttemptLost instead of an answer or an error that says that a write was not processed, unless that is
 * true of all attempts
 */
export async function sendWithRetries(
	url: string,
	init: RequestInit,
	{ idempotent, streams = false }: Options,
): Promise<Response> {
	const isWrite = init.method !== 'GET';
	let uncertain = false;
	for (let attempt = 1; ; attempt++) {
		const last = attempt === ATTEMPTS;
		const pause = pauseAfter(attempt);
		try {
			const response = await fetchThere(url, streams ? init : { ...init, signal: signalOf(init) });
			const canRetry = NOT_PROCESSED.has(response.status) || (idempotent && UNCERTAIN.has(response.status));
			const retryAfter = retryAfterOf(response.headers);
			if (!canRetry || last || (retryAfter ?? 0) > MAX_RETRY_AFTER_S) {
				if (isWrite && uncertain && NOT_PROCESSED.has(response.status))
					throw new EarlierAttemptLost(`The server answered ${response.status}.`);
				return response;
			}
			await response.body?.cancel();
			uncertain ||= UNCERTAIN.has(response.status);
			if (retryAfter !== null) {
				const why = response.status === 429 ? 'Rate limit reached.' : 'The server is not ready.';
				note(`${why} Retrying in ${retryAfter} s …`);
			}
			await sleep(retryAfter === null ? pause : retryAfter * 1000);
		} catch (error) {
			if (error instanceof Failure || error instanceof EarlierAttemptLost) throw error;
			const code = codeOf(error);
			const canRetry = idempotent || NOT_SENT.has(code);
			const aborted = init.signal?.aborted || (error as Error).name === 'TimeoutError';
			if (!canRetry || last || aborted || PERMANENT.has(code)) {
				if (isWrite && uncertain) throw new EarlierAttemptLost('The server does not answer.', { cause: error });
				throw error;
			}
			uncertain ||= LOST.has(code);
			await sleep(pause);
		}
	}
}

/**
 * `fetch` that follows no redirect to another origin: it would leave out the token, and turn a write into a read.
 * @throws Failure that names the other origin, for example https instead of http
 */
export async function fetchThere(url: string, init: RequestInit): Promise<Response> {
	const response = await fetch(url, { ...init, redirect: 'manual' });
	const location = response.status >= 300 && response.status < 400 ? response.headers.get('location') : null;
	if (location === null || !URL.canParse(location, url)) return response;
	const [from, to] = [new URL(url).origin, new URL(location, url).origin];
	if (to === from) return response;
	throw new Failure(`${from} redirects to ${to}.`, { hint: `Use that URL: --url ${to}` });
}

/** The error of a request without an answer, or whose answer broke off. */
export function unreachable(cause: unknown): ApiError {
	return new ApiError(0, { code: 'unreachable', message: 'The server cannot be reached.' }, undefined, { cause });
}

/** Whether the connection worked, and the answer is missing. */
export function isLost({ status, cause }: ApiError): boolean {
	if (status !== 0) return false;
	return (
		cause instanceof EarlierAttemptLost ||
		LOST.has(codeOf(cause)) ||
		(cause as Error | undefined)?.name === 'TimeoutError'
	);
}

/** A write without an answer, which the server may have processed. */
export class UnconfirmedWrite extends ApiError {
	override name = 'UnconfirmedWrite';
}

/** The error of a write that failed: an UnconfirmedWrite if the server may have processed it. */
export function failedWrite(error: unknown): unknown {
	if (!(error instanceof ApiError) || error.code !== 'unreachable') return error;
	const { status, code, message, cause } = error;
	const isUncertain = isLost(error) || UNCERTAIN.has(status);
	return isUncertain ? new UnconfirmedWrite(status, { code, message }, undefined, { cause }) : error;
}

/** `Retry-After` in seconds; the header has seconds or a date. */
function retryAfterOf(headers: Headers): number | null {
	const text = headers.get('retry-after');
	if (!text) return null;
	const seconds = /^\d+$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - Date.now()) / 1000);
	return Number.isFinite(seconds) ? Math.max(0, seconds) : null;
}

function signalOf(init: RequestInit): AbortSignal {
	const timeout = AbortSignal.timeout(TIMEOUT_MS);
	return init.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
}

/** The system's error code, for example `ECONNREFUSED`, from the error or its causes; empty if there is none. */
export function codeOf(error: unknown): string {
	for (let at = error as { code?: unknown; cause?: unknown } | undefined; at; at = at.cause as typeof at) {
		if (typeof at.code === 'string') return at.code;
	}
	return '';
}
