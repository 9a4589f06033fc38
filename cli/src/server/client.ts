import { randomUUID } from 'node:crypto';
import { ApiError, type Client, type Contract, contract, createClient } from '@dropwire/contract';
import { isAnswerTo } from './answers.ts';
import { failedWrite, sendWithRetries } from './retries.ts';
import { type Globals, openSession } from './session.ts';

export type Api = Client<Contract>;

interface Options {
	/** All calls of this client are idempotent, so each of them can be retried. */
	repeatable?: boolean;
	/** Replaces the new key for each call. */
	idempotencyKey?: string | undefined;
}

/** The client for the server and token that the options, the environment or the profile select. */
export function openApi(globals: Globals, options?: Options): Api {
	return openClient(openSession(globals), options);
}

type Send = (input?: { dryRun?: boolean }, signal?: AbortSignal) => Promise<unknown>;

let lastServer: string | null = null;

/** The server that this process called last; null if it called none. */
export function calledServer(): string | null {
	return lastServer;
}

/**
 * The contract's client for a session. Idempotent calls are retried. An answer that is not one of Dropwire is an error, and
 * a write that fails says whether it may have been processed.
 */
export function openClient({ url, token }: { url: string; token?: string }, options: Options = {}): Api {
	const { repeatable = false, idempotencyKey } = options;
	lastServer = url;
	const client = createClient(contract, {
		origin: url,
		...(token !== undefined && { token }),
		idempotencyKey: () => idempotencyKey ?? randomUUID(),
		fetch: async (address, init = {}) => {
			const headers = new Headers(init.headers);
			const idempotent = repeatable || init.method === 'GET' || headers.has('idempotency-key');
			return sendWithRetries(String(address), init, { idempotent });
		},
	});
	const calls = Object.entries(client) as [keyof Contract, Send][];
	return Object.fromEntries(calls.map(([name, send]) => [name, checked(name, send)])) as unknown as Api;
}

function checked(name: keyof Contract, send: Send): Send {
	return async (input, signal) => {
		const isWrite = contract[name].method !== 'GET' && input?.dryRun !== true;
		const answer = await send(input, signal).catch((error: unknown) => {
			throw isWrite ? failedWrite(error) : error;
		});
		if (answer === 'unauthorized' || isAnswerTo(name, answer)) return answer;
		throw new ApiError(200, { code: 'unreachable', message: 'The server does not answer like Dropwire.' });
	};
}
