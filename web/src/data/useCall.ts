import { ApiError, type CallInput, type CallOutput, type Contract } from '@dropwire/bff/contract';
import useSWR, { mutate, preload, type SWRConfiguration } from 'swr';
import { api, goSignIn } from './client.ts';

export type Reads = {
	[N in keyof Contract]: Contract[N] extends { method: 'GET'; output: string }
		? never
		: Contract[N]['method'] extends 'GET'
			? N
			: never;
}[keyof Contract];
type Method = (input: unknown) => Promise<unknown>;

export interface Question<T> {
	data: T | undefined;
	/** The server's reason; always shown by who asks. */
	error: ApiError | undefined;
	loading: boolean;
	again(): void;
}

/**
 * Asks the server by a call's name; the same question is asked once, however many ask. No input: not yet.
 * A lost session goes to sign-in and comes back to the same place.
 */
export function useCall<N extends Reads>(
	name: N,
	input: CallInput<Contract[N]> | null,
	options: SWRConfiguration = {},
): Question<CallOutput<Contract[N]>> {
	const {
		data,
		error,
		isLoading,
		mutate: again,
	} = useSWR<CallOutput<Contract[N]>, ApiError>(
		input === null ? null : [name, input],
		() => ask(name, input as CallInput<Contract[N]>),
		{ ...settled(options.refreshInterval), ...options },
	);
	return { data, error, loading: isLoading, again: () => void again() };
}

/** At the latest, a question that is asked again and again is asked after a failure, ms. */
const AFTER_FAILURE_MS = 3000;

/**
 * How every question is asked. What is asked again and again goes on after a failure (SWR would stop there until the page
 * is looked at anew); a refusal is no failure: asking again changes nothing.
 */
export function settled(interval: SWRConfiguration['refreshInterval']): SWRConfiguration {
	return {
		keepPreviousData: true,
		shouldRetryOnError: (error: unknown) => Boolean(interval) && !(error instanceof ApiError && isRefusal(error)),
		onErrorRetry: (_error, _key, _config, revalidate, options) =>
			void setTimeout(
				() => void revalidate(options),
				typeof interval === 'number' ? Math.min(interval, AFTER_FAILURE_MS) : AFTER_FAILURE_MS,
			),
	};
}

function isRefusal({ status }: ApiError): boolean {
	return status >= 400 && status < 500 && status !== 408 && status !== 429;
}

/** Asks before anybody needs the answer; `useCall` finds it under way. */
export function prefetch<N extends Reads>(name: N, input: CallInput<Contract[N]>): void {
	void preload([name, input], () => ask(name, input));
}

/** Asks once; a lost session goes to sign-in. */
export async function ask<N extends Reads>(name: N, input: CallInput<Contract[N]>): Promise<CallOutput<Contract[N]>> {
	try {
		const answer = await (api[name as keyof typeof api] as Method)(input);
		if (answer === 'unauthorized') throw new ApiError(401, { code: 'unauthenticated', message: 'Please sign in.' });
		return answer as CallOutput<Contract[N]>;
	} catch (failure) {
		if (failure instanceof ApiError && failure.status === 401) goSignIn();
		throw failure;
	}
}

/** After a write: everything that was asked by these calls is asked again. */
export function refresh(...names: Reads[]): Promise<unknown> {
	return mutate((key) => Array.isArray(key) && names.includes(key[0] as Reads));
}

/** What to show of a failure: the server's words, for a field its own. */
export function reasonOf(error: unknown, ...fields: string[]): string {
	if (!(error instanceof ApiError)) return 'Something went wrong in this page. Reload it.';
	if (error.status === 401) goSignIn();
	const own = fields.flatMap((field) => error.fields[field] ?? [])[0];
	return own ? `This ${own}.` : error.message;
}
