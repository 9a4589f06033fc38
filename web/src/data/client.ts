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

/** For so long a page is on its way out; who comes back to it, or stops it from going, may go again. */
const LEAVING_MS = 5000;
let left = -LEAVING_MS;

/**
 * Where somebody who is not signed in goes, and comes back from; once, however many calls were refused. A second way to
 * Discord would overwrite what the first one's return is checked against. The page leaves no entry to come back to, which
 * would only send its reader on again.
 */
export function goSignIn(): void {
	if (performance.now() - left < LEAVING_MS) return;
	left = performance.now();
	location.replace(`/auth?next=${encodeURIComponent(location.pathname + location.search)}`);
}

/**
 * Ends the session and goes to the start, which says so where the server could not be told: the session goes on there.
 * What the page is refused on the way leads nowhere else.
 */
export async function signOut(): Promise<void> {
	// However long the server takes.
	left = Number.POSITIVE_INFINITY;
	const ended = await api.logout().then(
		() => true,
		() => false,
	);
	left = performance.now();
	location.assign(ended ? '/' : '/?signout=failed');
}
