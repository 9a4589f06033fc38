import { type RefObject, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';

/** The path of a screen, or of one list on it, filtered by a text. */
export function filteredPath(path: string, filter: string, list?: string): string {
	return `${path}?${new URLSearchParams({ filter, ...(list !== undefined && { list }) }).toString()}`;
}

/**
 * The filter of a list: the text that the user typed. A link to this screen replaces it with the address's `filter`,
 * even if the link is on the same screen.
 * @param list its name, on a screen with several lists
 * @returns the filter, its setter, and a ref for the input, which scrolls into view when a link names this list
 */
export function useFilter(list?: string): [string, (filter: string) => void, RefObject<HTMLInputElement | null>] {
	const { key, search } = useLocation();
	const query = new URLSearchParams(search);
	const named = query.get('list') ?? undefined;
	const linked = named === undefined || named === list ? query.get('filter') : null;
	const [state, setState] = useState({ key, filter: linked ?? '' });
	if (state.key !== key) setState({ key, filter: linked ?? state.filter });
	const input = useRef<HTMLInputElement>(null);
	const scrollKey = linked !== null && named !== undefined ? key : null;
	useEffect(() => {
		if (scrollKey !== null) input.current?.scrollIntoView({ block: 'center' });
	}, [scrollKey]);
	return [state.filter, (filter) => setState({ key, filter }), input];
}
