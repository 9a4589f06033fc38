import { type RefObject, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';

/** The address of a screen, or of one list of it, showing only what has this text. */
export function filteredPath(path: string, filter: string, list?: string): string {
	return `${path}?${new URLSearchParams({ filter, ...(list !== undefined && { list }) }).toString()}`;
}

/**
 * The filter of a list: as typed, and anew as the address has it whenever a link leads here, also from this very screen.
 * @param list which one, on a screen of several
 * @returns what it is, how to change it, and a place for the input, which is scrolled to when a link asks for it
 */
export function useFilter(list?: string): [string, (filter: string) => void, RefObject<HTMLInputElement | null>] {
	const { key, search } = useLocation();
	const query = new URLSearchParams(search);
	const named = query.get('list') ?? undefined;
	const asked = named === undefined || named === list ? query.get('filter') : null;
	const [state, setState] = useState({ key, filter: asked ?? '' });
	if (state.key !== key) setState({ key, filter: asked ?? state.filter });
	const input = useRef<HTMLInputElement>(null);
	const sought = asked !== null && named !== undefined ? key : null;
	useEffect(() => {
		if (sought !== null) input.current?.scrollIntoView({ block: 'center' });
	}, [sought]);
	return [state.filter, (filter) => setState({ key, filter }), input];
}
