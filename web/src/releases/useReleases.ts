import type { CallOutput, Contract, ErrorBody, Release } from '@dropwire/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import { readLimit } from '../api/readLimit.ts';

/** A page of the calendar. */
export type ReleasesPage = CallOutput<Contract['releases']>;

/** How often the open page reads its releases again, ms. */
const REFRESH_MS = 60_000;
const FAILED = 'The releases could not be read.';

interface State {
	/** The query that the pages answer. */
	query: string;
	pages: readonly ReleasesPage[];
}

export interface Releases {
	/** Undefined while they load for the first time. */
	releases: readonly Release[] | undefined;
	/** Why the last read failed, as a sentence. */
	error: string | null;
	/** Whether more follow. */
	hasMore: boolean;
	busy: boolean;
	more(): void;
	retry(): void;
}

/**
 * The releases of a query, read again every minute while the page is visible.
 * @param initial what the server rendered, which is the answer to the first query; null for none
 * @param pages how many pages are read at once
 */
export function useReleases(query: string, initial: ReleasesPage | null, pages = 1): Releases {
	const [state, setState] = useState<State | null>(() => (initial ? { query, pages: [initial] } : null));
	const [error, setError] = useState<string | null>(null);
	const [busy, setBusy] = useState(false);
	const current = useRef<AbortController>(null);
	const shown = state && state.query === query ? state.pages : undefined;
	const hasMore = shown?.at(-1)?.nextCursor != null;
	const latest = useRef({ loaded: 0, hasMore });
	useEffect(() => {
		latest.current = { loaded: shown?.length ?? 0, hasMore };
	});

	const read = useCallback(
		async (count: number) => {
			current.current?.abort();
			const { signal } = (current.current = new AbortController());
			setBusy(true);
			try {
				const found = await readPages(query, count, signal);
				setState({ query, pages: found });
				setError(null);
			} catch (failure) {
				if (signal.aborted) return;
				setError(failure instanceof Refused ? failure.message : FAILED);
			}
			setBusy(false);
		},
		[query],
	);
	useEffect(() => {
		const { loaded, hasMore: isCut } = latest.current;
		// The first page is in the document.
		if (loaded === 0 || (isCut && loaded < pages)) void read(pages);
		const timer = setInterval(() => {
			if (!document.hidden) void read(Math.max(pages, latest.current.loaded));
		}, REFRESH_MS);
		return () => {
			clearInterval(timer);
			current.current?.abort();
		};
	}, [read, pages]);

	return {
		// A release that moves while pages are read is in two of them.
		releases: shown && [...new Map(shown.flatMap(({ data }) => data.map((one) => [one.id, one]))).values()],
		error,
		hasMore,
		busy,
		more: () => void read((shown?.length ?? 0) + 1),
		retry: () => void read(Math.max(pages, shown?.length ?? 0)),
	};
}

/** What the server refuses, in its words. */
class Refused extends Error {}

/** The first pages of a query. */
async function readPages(query: string, count: number, signal: AbortSignal): Promise<ReleasesPage[]> {
	const pages: ReleasesPage[] = [];
	for (let cursor: string | null = ''; cursor !== null && pages.length < count;) {
		const asked = new URLSearchParams(query);
		if (cursor) asked.set('cursor', cursor);
		const response = await fetch(`/api/releases${asked.size > 0 ? `?${asked}` : ''}`, { signal: readLimit(signal) });
		const body = (await response.json()) as ReleasesPage & Partial<ErrorBody>;
		if (!response.ok) throw new Refused(body.error?.message ?? FAILED);
		pages.push(body);
		cursor = body.nextCursor;
	}
	return pages;
}
