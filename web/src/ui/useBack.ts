import { useEffect, useRef } from 'react';

/**
 * Gives an overlay an entry of its own in the history, so that Back leaves the overlay and not the page below it.
 * @param leave closes the overlay, or asks the user first
 */
export function useBack(leave: () => void): void {
	const latest = useRef(leave);
	useEffect(() => {
		latest.current = leave;
	});
	useEffect(() => {
		const enter = () => history.pushState({ ...stateOf(history), overlay: true }, '');
		const back = () => {
			// If the user stays, Back must find the entry again; if not, it is removed below.
			enter();
			latest.current();
		};
		enter();
		addEventListener('popstate', back);
		return () => {
			removeEventListener('popstate', back);
			// Another page has been opened otherwise.
			if (stateOf(history)?.overlay) history.back();
		};
	}, []);
}

function stateOf({ state }: History): { overlay?: boolean } | null {
	return state as { overlay?: boolean } | null;
}
