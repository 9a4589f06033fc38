import { type Contract, createClientOf } from '@dropwire/contract';
import { routes } from 'virtual:call-routes';
import { readLimit } from './readLimit.ts';
import { isHeld, setSignedOut } from './signedOut.ts';

/**
 * Maximum size of a request body that can outlive the page, bytes; browsers allow 64 KiB for all such requests
 * together.
 */
export const KEEPALIVE_MAX = 16_384;

/** A write outlives the page: closing the tab does not cancel it. It has no time limit, since it may still take effect. */
const send: typeof fetch = (url, init) => {
	if (init?.method === 'GET') return fetch(url, { ...init, signal: readLimit(init.signal) });
	const size = typeof init?.body === 'string' ? init.body.length : 0;
	return fetch(url, { ...init, keepalive: size <= KEEPALIVE_MAX });
};

/** The server's API, typed by the contract. */
export const api = createClientOf<Contract>(routes, { fetch: send });

/**
 * The same client with an idempotency key: the server runs a write once, however often the client sends it with this
 * key.
 */
export function apiOnce(key: string): typeof api {
	return createClientOf<Contract>(routes, { fetch: send, idempotencyKey: () => key });
}

/**
 * How long a redirect to sign-in suppresses further redirects, ms. After that time the user may have canceled sign-in.
 */
const LEAVING_MS = 5000;
let left = -LEAVING_MS;

/**
 * Redirects a user without a session to sign-in, which returns them to this page. Runs once, even if many calls return
 * 401: a second redirect to Discord would overwrite the state that validates the return of the first one. The redirect
 * replaces the page in the history, since going back to it would only redirect again. A page that has something
 * to lose stays, and says that they are signed out: what the user typed, or a deletion that is not finished or has failed.
 */
export function goSignIn(): void {
	if (performance.now() - left < LEAVING_MS) return;
	if (isHeld()) {
		setSignedOut(true);
		return;
	}
	left = performance.now();
	location.replace(`/auth?next=${encodeURIComponent(location.pathname + location.search)}`);
}

/**
 * Ends the session and opens the landing page, which shows a notice if the server could not end it. In the meantime,
 * calls that fail with 401 do not redirect to sign-in.
 */
export async function endSession(): Promise<void> {
	// Suppresses redirects to sign-in until the server has ended the session, however long that takes.
	left = Number.POSITIVE_INFINITY;
	const ended = await api.logout().then(
		() => true,
		() => false,
	);
	left = performance.now();
	location.assign(ended ? '/' : '/?signout=failed');
}
