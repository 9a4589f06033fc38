import { ApiError, type Client, type Contract, contract, createClient } from '@dropwire/contract';

export type Api = Client<Contract>;

/** Timeouts of requests to the BFF, ms. Discord waits 3 s for suggestions and forms; users notice more than half a second. */
const TIMEOUTS_MS = {
	command: 8000,
	test: 15_000,
	setup: 60_000,
	form: 1500,
	suggestion: 250,
	background: 15_000,
} as const;
export type RequestTimeout = keyof typeof TIMEOUTS_MS;

/** Creates clients of the BFF. */
export interface ServerAccess {
	/**
	 * A client for the calls of the contract. A request that takes longer than its timeout fails as `unreachable`.
	 * @param actor the Discord id of the user who ran the command, whose rights apply and whom the audit log names; null
	 *   when the bot acts on its own
	 * @param idempotencyKey for the calls that accept one
	 */
	as(actor: string | null, timeout?: RequestTimeout, idempotencyKey?: string): Api;
	/**
	 * The same for one command: its requests share one timeout, except those in the background.
	 * @param locale the user's at Discord: the server writes to them in this language
	 */
	forCommand(locale: string): ServerAccess;
}

export function serverAccess(
	settings: { BFF_URL: string; BFF_TOKEN: string },
	startedAt: () => number = () => performance.now(),
	locale?: string,
): ServerAccess {
	const { BFF_URL, BFF_TOKEN } = settings;
	return {
		as(actor, timeout = 'command', idempotencyKey) {
			const remaining = () => {
				const elapsed = timeout === 'background' ? 0 : performance.now() - startedAt();
				return Math.max(0, Math.ceil(TIMEOUTS_MS[timeout] - elapsed));
			};
			return createClient(contract, {
				origin: BFF_URL,
				token: BFF_TOKEN,
				...(actor && { actor }),
				...(locale !== undefined && { locale }),
				...(idempotencyKey !== undefined && { idempotencyKey: () => idempotencyKey }),
				fetch: (url, init) => fetch(url, { ...init, signal: AbortSignal.timeout(remaining()) }),
			});
		},
		forCommand(ofUser) {
			const now = performance.now();
			return serverAccess(settings, () => now, ofUser);
		},
	};
}

/**
 * Whether a failed call may have taken effect. A 4xx has not, nor has a call whose check with another service failed; after
 * any other failure the outcome is unknown.
 */
export function mayHaveSucceeded(error: unknown): boolean {
	if (!(error instanceof ApiError)) return true;
	return (error.status === 0 || error.status >= 500) && error.code !== 'upstream_failed';
}
