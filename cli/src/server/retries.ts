import { setTimeout as sleep } from 'node:timers/promises';

/** How often in all, how long to wait at first (it doubles), and the longest wait that a server may ask for. */
const TRIES = 3;
const FIRST_WAIT_MS = 300;
const LONGEST_WAIT_S = 120;
/** A bulk call of 10,000 rows takes a second or so; ten times ten of that is broken. */
const TIMEOUT_MS = 100_000;

/** The server did nothing: these may be tried again whatever the call. 503 comes from it or from a proxy before it. */
const NOT_DONE = new Set([429, 503]);
/** It may have done something. */
const UNCERTAIN = new Set([500, 502, 504]);
/** The request never left: there was nobody to take it. */
const NEVER_LEFT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);
/** Waiting does not help against a name that is not there. */
const HOPELESS = new Set(['ENOTFOUND']);

interface Options {
	/** Sending it twice does no more than sending it once. */
	safe: boolean;
	onWait: (seconds: number, why: string) => void;
}

/** `fetch` that tries again what may be tried again, and waits as long as the server asks (RFC 9110, Retry-After). */
export async function sendWithRetries(url: string, init: RequestInit, { safe, onWait }: Options): Promise<Response> {
	for (let tried = 1; ; tried++) {
		const last = tried === TRIES;
		const pause = FIRST_WAIT_MS * 2 ** (tried - 1);
		try {
			const response = await fetch(url, { ...init, signal: signalOf(init) });
			const may = NOT_DONE.has(response.status) || (safe && UNCERTAIN.has(response.status));
			const asked = waitOf(response.headers);
			if (!may || last || (asked ?? 0) > LONGEST_WAIT_S) return response;
			await response.body?.cancel();
			if (asked !== null) onWait(asked, response.status === 429 ? 'Too many calls.' : 'The server is not ready.');
			await sleep(asked === null ? pause : asked * 1000);
		} catch (error) {
			const code = codeOf(error);
			const may = safe || NEVER_LEFT.has(code);
			const over = init.signal?.aborted || (error as Error).name === 'TimeoutError';
			if (!may || last || over || HOPELESS.has(code)) throw error;
			await sleep(pause);
		}
	}
}

/** Seconds that the server asks to wait, by a number or a date. */
function waitOf(headers: Headers): number | null {
	const text = headers.get('retry-after');
	if (!text) return null;
	const seconds = /^\d+$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - Date.now()) / 1000);
	return Number.isFinite(seconds) ? Math.max(0, seconds) : null;
}

function signalOf(init: RequestInit): AbortSignal {
	const timeout = AbortSignal.timeout(TIMEOUT_MS);
	return init.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
}

/** The system's code of what went wrong; undici hides it as a cause. */
export function codeOf(error: unknown): string {
	for (let at = error as { code?: unknown; cause?: unknown } | undefined; at; at = at.cause as typeof at) {
		if (typeof at.code === 'string') return at.code;
	}
	return '';
}
