import type { ApiError, CallInput, CallOutput, Contract } from '@dropwire/contract';
import { useEffect, useState } from 'react';
import useSWRInfinite from 'swr/infinite';
import { useTick } from './useTick.ts';
import { onRefresh, readCall, type CallState, type Reads, swrOptions } from './useCall.ts';

interface Page<R> {
	data: R[];
	nextCursor: string | null;
}
/** Names of the calls that return pages. */
type Paged = { [N in Reads]: CallOutput<Contract[N]> extends Page<unknown> ? N : never }[Reads];
type Row<N extends Paged> = CallOutput<Contract[N]>['data'][number];

/**
 * A list that is read in pages: the loaded rows, `more`, which reads the next page and is null after the last page, and the
 * `first` page for what it has beside its rows.
 * @param interval how often the pages are read, ms; a function gets the loaded rows
 */
export function usePages<N extends Paged>(
	name: N,
	input: CallInput<Contract[N]>,
	interval: number | ((rows: readonly Row<N>[]) => number),
): CallState<Row<N>[]> & { more: (() => void) | null; first: CallOutput<Contract[N]> | undefined } {
	useTick();
	const intervalFor = (rows: readonly Row<N>[]) => (typeof interval === 'number' ? interval : interval(rows));
	// A number: SWR starts its wait again with each new function, and would never read a list that is rendered more often.
	const [refreshInterval, setRefreshInterval] = useState(() => intervalFor([]));
	const { data, error, isLoading, mutate, size, setSize } = useSWRInfinite<Page<Row<N>>, ApiError>(
		(index: number, before: Page<Row<N>> | null) =>
			before?.nextCursor === null
				? null
				: [name, index === 0 ? input : { ...input, cursor: before?.nextCursor }, 'pages'],
		async ([, pageInput]: [N, CallInput<Contract[N]>]) => {
			const page: Page<unknown> = await readCall(name, pageInput);
			return page as Page<Row<N>>;
		},
		{
			...swrOptions(refreshInterval),
			// Rows of another filter would be shown as those of this one, or their absence as an empty list.
			keepPreviousData: false,
			// A new row shifts all other rows, so every page is read again.
			revalidateAll: true,
			refreshInterval,
		},
	);
	useEffect(() => onRefresh(name, () => mutate()), [name, mutate]);
	const rows = data?.flatMap((page) => page.data);
	const current = intervalFor(rows ?? []);
	if (current !== refreshInterval) setRefreshInterval(current);
	return {
		data: rows,
		first: data?.[0] as CallOutput<Contract[N]> | undefined,
		error,
		loading: isLoading,
		reload: () => void mutate(),
		more: data && data.at(-1)?.nextCursor !== null ? () => void setSize(size + 1) : null,
	};
}
