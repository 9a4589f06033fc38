import { type Contract, createClientOf } from '@dropwire/bff/contract';
import { routes } from 'virtual:call-routes';

/** Browsers refuse to send more than 64 KiB past the page's end, all such requests together. */
const KEEPALIVE_MOST = 16_384;

/** A write outlives the page: closing it does not undo what was clicked. */
const send: typeof fetch = (url, init) => {
	const size = typeof init?.body === 'string' ? init.body.length : 0;
	return fetch(url, { ...init, keepalive: init?.method !== 'GET' && size <= KEEPALIVE_MOST });
};

/** The server, typed by the contract. */
export const api = createClientOf<Contract>(routes, { fetch: send });

/** The same, for one thing that must happen once: a repeat under the same key does nothing more. */
export function apiOnce(key: string): typeof api {
	return createClientOf<Contract>(routes, { fetch: send, idempotencyKey: () => key });
}

let leaving = false;

/**
 * Where somebody who is not signed in goes, and comes back from; once, however many calls were refused. A second way to
 * Discord would overwrite what the first one's return is checked against.
 */
export function goSignIn(): void {
	if (leaving) return;
	leaving = true;
	location.assign(`/auth?next=${encodeURIComponent(location.pathname + location.search)}`);
}
