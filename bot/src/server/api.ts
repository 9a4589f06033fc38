import { ApiError, type Client, type Contract, contract, createClient, effectsOf } from '@dropwire/contract';

export type Api = Client<Contract>;

/** Timeouts of requests to the BFF, ms. Discord waits 3 s for suggestions and forms; users notice more than half a second. */
const TIMEOUTS_MS = {
	command: 8000,
	test: 15_000,
	afterTest: 23_000,
	setup: 60_000,
	form: 1500,
	suggestion: 250,
	background: 15_000,
} as const;
export type RequestTimeout = keyof typeof TIMEOUTS_MS;

/** What the calls of a command have changed: nothing, something, or possibly something, because a response is missing. */
export type Changes = 'none' | 'made' | 'unknown';

/** The calls that change stored data, or send a message. */
const WRITES: ReadonlySet<string> = new Set([
	...Object.entries(contract).flatMap(([name, entry]) => (effectsOf(entry) === 'none' ? [] : [name])),
	'linkTest' satisfies keyof Contract,
]);

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
	/**
	 * What the calls for a user have changed. A call that is canceled later counts: a cancel keeps what the call has turned
	 * on again.
	 */
	readonly changes: Changes;
}

export function serverAccess(
	settings: { BFF_URL: string; BFF_TOKEN: string },
	startedAt: () => number = () => performance.now(),
	locale?: string,
): ServerAccess {
	const { BFF_URL, BFF_TOKEN } = settings;
	let changes: Changes = 'none';
	const note = (change: Changes) => {
		if (changes !== 'unknown') changes = change;
	};
	return {
		get changes() {
			return changes;
		},
		as(actor, timeout = 'command', idempotencyKey) {
			const remaining = () => {
				const elapsed = timeout === 'background' ? 0 : performance.now() - startedAt();
				return Math.max(0, Math.ceil(TIMEOUTS_MS[timeout] - elapsed));
			};
			const api = createClient(contract, {
				origin: BFF_URL,
				token: BFF_TOKEN,
				...(actor && { actor }),
				...(locale !== undefined && { locale }),
				...(idempotencyKey !== undefined && { idempotencyKey: () => idempotencyKey }),
				fetch: (url, init) => fetch(url, { ...init, signal: AbortSignal.timeout(remaining()) }),
			});
			return actor === null ? api : noting(api, note);
		},
		forCommand(ofUser) {
			const now = performance.now();
			return serverAccess(settings, () => now, ofUser);
		},
	};
}

type Call = (...args: unknown[]) => Promise<unknown>;

/** The client, with a note of what each call has changed. */
function noting(api: Api, note: (change: Changes) => void): Api {
	const noted =
		(call: Call): Call =>
		async (...args) => {
			try {
				const answer = await call(...args);
				note('made');
				return answer;
			} catch (error) {
				if (mayHaveSucceeded(error)) note('unknown');
				throw error;
			}
		};
	const calls = Object.entries(api as Record<string, Call>);
	return Object.fromEntries(calls.map(([name, call]) => [name, WRITES.has(name) ? noted(call) : call])) as Api;
}

/**
 * Whether a failed call may have taken effect. A 4xx has not, nor has a call whose check with another service failed; after
 * any other failure the outcome is unknown.
 */
export function mayHaveSucceeded(error: unknown): boolean {
	if (!(error instanceof ApiError)) return true;
	return (error.status === 0 || error.status >= 500) && error.code !== 'upstream_failed';
}
