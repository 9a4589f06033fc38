import { ApiError, type CallInput, type CallOutput, type Contract } from '@dropwire/contract';
import useSWR, { mutate, type SWRConfiguration } from 'swr';
import { useTick } from './useTick.ts';
import { api, goSignIn } from './client.ts';
import { setSignedOut } from './signedOut.ts';
import { UserError } from './userError.ts';

/** Names of the calls that read JSON. */
export type Reads = {
	[N in keyof Contract]: Contract[N] extends { method: 'GET'; output: string }
		? never
		: Contract[N]['method'] extends 'GET'
			? N
			: never;
}[keyof Contract];
type Method = (input: unknown) => Promise<unknown>;

/** The state of a read: loading, its data, or its error. */
export interface CallState<T> {
	data: T | undefined;
	/** The server's error. Every screen shows it. */
	error: ApiError | undefined;
	loading: boolean;
	reload(): void;
}

/**
 * Reads from the server by the name of a call. Components that read the same call with the same input share one
 * request; `null` as input sends no request yet. A lost session redirects to sign-in and back to the same page. They render
 * every ten seconds, since the times in unchanged data need it.
 */
export function useCall<N extends Reads>(
	name: N,
	input: CallInput<Contract[N]> | null,
	options: SWRConfiguration = {},
): CallState<CallOutput<Contract[N]>> {
	useTick();
	const {
		data,
		error,
		isLoading,
		mutate: reload,
	} = useSWR<CallOutput<Contract[N]>, ApiError>(
		input === null ? null : [name, input],
		() => readCall(name, input as CallInput<Contract[N]>),
		{ ...swrOptions(options.refreshInterval), ...options },
	);
	return { data, error, loading: isLoading, reload: () => void reload() };
}

/** The longest wait before a polled call is retried after a failure, ms. */
const RETRY_MS = 3000;

/**
 * SWR's options for every read. A polled call is retried after a failure (SWR itself would stop until the page gets
 * focus). A 4xx response is not retried, because it would not change.
 * @param interval how often the call is polled, ms; 0 or undefined disables polling
 */
export function swrOptions(interval: SWRConfiguration['refreshInterval']): SWRConfiguration {
	return {
		keepPreviousData: true,
		// SWR would stop polling, and the page would show its old data as current.
		refreshWhenOffline: true,
		shouldRetryOnError: (error: unknown) => Boolean(interval) && !(error instanceof ApiError && isRejection(error)),
		onErrorRetry: (_error, _key, _config, revalidate, options) =>
			void setTimeout(
				() => void revalidate(options),
				typeof interval === 'number' ? Math.min(interval, RETRY_MS) : RETRY_MS,
			),
	};
}

function isRejection({ status }: ApiError): boolean {
	return status >= 400 && status < 500 && status !== 408 && status !== 429;
}

/**
 * Reads once. A lost session redirects to sign-in, as `goSignIn` does.
 * @throws ApiError
 */
export async function readCall<N extends Reads>(
	name: N,
	input: CallInput<Contract[N]>,
): Promise<CallOutput<Contract[N]>> {
	try {
		const answer = await (api[name as keyof typeof api] as Method)(input);
		if (answer === 'unauthorized') throw new ApiError(401, { code: 'unauthenticated', message: 'Please sign in.' });
		setSignedOut(false);
		return answer as CallOutput<Contract[N]>;
	} catch (failure) {
		if (failure instanceof ApiError && failure.status === 401) goSignIn();
		throw failure;
	}
}

/** The readers of pages on the screen, by the name of their call: SWR does not find these by a part of their key. */
const pageReaders = new Map<Reads, Set<() => Promise<unknown>>>();

/** Calls `reload` with each `refresh` of a call. @returns what ends it */
export function onRefresh(name: Reads, reload: () => Promise<unknown>): () => void {
	const readers = pageReaders.get(name) ?? new Set();
	pageReaders.set(name, readers.add(reload));
	return () => void readers.delete(reload);
}

/** Reads these calls again in all components that use them; called after a write. */
export function refresh(...names: Reads[]): Promise<unknown> {
	const pages = names.flatMap((name) => [...(pageReaders.get(name) ?? [])]);
	return Promise.all([
		mutate((key) => Array.isArray(key) && names.includes(key[0] as Reads)),
		...pages.map((reload) => reload()),
	]);
}

/** The text to show for a failure: the server's message, or its message for the first of these fields that has one. */
export function reasonOf(error: unknown, ...fields: string[]): string {
	if (error instanceof UserError) return error.message;
	if (!(error instanceof ApiError)) return 'Something went wrong on this page. Reload it.';
	if (error.status === 401) goSignIn();
	const own = fields.flatMap((field) => error.fields[field] ?? [])[0];
	return own ? `This ${own}.` : error.message;
}
