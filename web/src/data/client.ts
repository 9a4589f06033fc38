import { contract, createClient } from '@dropwire/bff/contract';

/** The server, typed by the contract. A write outlives the page: closing it does not undo what was clicked. */
export const api = createClient(contract, {
	fetch: (url, init) => fetch(url, { ...init, keepalive: init?.method !== 'GET' }),
});

/** Where somebody who is not signed in goes, and comes back from. */
export function goSignIn(): void {
	location.assign(`/auth?next=${encodeURIComponent(location.pathname + location.search)}`);
}
