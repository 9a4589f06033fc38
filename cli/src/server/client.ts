import { randomUUID } from 'node:crypto';
import { type Client, type Contract, contract, createClient } from '@dropwire/contract';
import { note } from '../terminal/output.ts';
import { sendWithRetries } from './retries.ts';

export type Api = Client<Contract>;

interface Options {
	/** All calls of this client are idempotent, so each of them can be retried. */
	repeatable?: boolean;
	/** Replaces the new key for each call. */
	idempotencyKey?: string | undefined;
}

let lastServer: string | null = null;

/** The server that this process called last; null if it called none. */
export function calledServer(): string | null {
	return lastServer;
}

/** The contract's client for a session. Idempotent calls are retried. */
export function openClient({ url, token }: { url: string; token?: string }, options: Options = {}): Api {
	const { repeatable = false, idempotencyKey } = options;
	lastServer = url;
	return createClient(contract, {
		origin: url,
		...(token !== undefined && { token }),
		idempotencyKey: () => idempotencyKey ?? randomUUID(),
		fetch: async (address, init = {}) => {
			const headers = new Headers(init.headers);
			const idempotent = repeatable || init.method === 'GET' || headers.has('idempotency-key');
			return sendWithRetries(String(address), init, {
				idempotent,
				onWait: (seconds, why) => note(`${why} Retrying in ${seconds} s …`),
			});
		},
	});
}
