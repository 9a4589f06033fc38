import type { ApiError, CallInput, CallOutput, Contract } from '@dropwire/bff/contract';
import useSWRInfinite from 'swr/infinite';
import { ask, type Question, type Reads, settled } from './useCall.ts';

interface Page<R> {
	data: R[];
	nextCursor: string | null;
}
/** Calls that answer page by page. */
type Paged = { [N in Reads]: CallOutput<Contract[N]> extends Page<unknown> ? N : never }[Reads];
type Row<N extends Paged> = CallOutput<Contract[N]>['data'][number];

/** A list that comes page by page: all rows so far, and how to get more where there are any. */
export function usePages<N extends Paged>(
	name: N,
	input: CallInput<Contract[N]>,
	refreshInterval: number,
): Question<Row<N>[]> & { more: (() => void) | null } {
	const { data, error, isLoading, mutate, size, setSize } = useSWRInfinite<Page<Row<N>>, ApiError>(
		(index: number, before: Page<Row<N>> | null) =>
			before?.nextCursor === null
				? null
				: [name, index === 0 ? input : { ...input, cursor: before?.nextCursor }, 'pages'],
		async ([, asked]: [N, CallInput<Contract[N]>]) => {
			const page: Page<unknown> = await ask(name, asked);
			return page as Page<Row<N>>;
		},
		// A row that comes in moves all others, so that every page is asked for anew.
		{ ...settled(refreshInterval), revalidateAll: true, refreshInterval },
	);
	return {
		data: data?.flatMap((page) => page.data),
		error,
		loading: isLoading,
		again: () => void mutate(),
		more: data && data.at(-1)?.nextCursor !== null ? () => void setSize(size + 1) : null,
	};
}
