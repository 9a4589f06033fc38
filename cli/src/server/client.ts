import { randomUUID } from 'node:crypto';
import { type Client, type Contract, contract, createClient } from '@dropwire/bff/contract';
import { note } from '../terminal/output.ts';
import { sendWithRetries } from './retries.ts';

export type Api = Client<Contract>;

interface Options {
	/** Every call of this client may be sent again: its caller sees to that. */
	repeatable?: boolean;
	/** A key of one's own instead of a new one for every call. */
	idempotencyKey?: string | undefined;
	/** Sees the headers of every answer. */
	onAnswer?: (headers: Headers) => void;
}

/** The contract's client for a session; what is safe to send again is. */
export function openClient({ url, token }: { url: string; token?: string }, options: Options = {}): Api {
	const { repeatable = false, idempotencyKey, onAnswer } = options;
	return createClient(contract, {
		origin: url,
		...(token !== undefined && { token }),
		idempotencyKey: () => idempotencyKey ?? randomUUID(),
		fetch: async (address, init = {}) => {
			const headers = new Headers(init.headers);
			const safe = repeatable || init.method === 'GET' || headers.has('idempotency-key');
			const response = await sendWithRetries(String(address), init, {
				safe,
				onWait: (seconds, why) => note(`${why} Trying again in ${seconds} s …`),
			});
			onAnswer?.(response.headers);
			return response;
		},
	});
}
