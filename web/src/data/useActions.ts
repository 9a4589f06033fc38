import { useLayoutEffect, useRef, useState } from 'react';

type Actions = Readonly<Record<string, (...args: never[]) => unknown>>;

/**
 * Actions under one identity for as long as the screen stands, whatever they close over: rows that are given them are
 * drawn again only when they themselves change.
 */
export function useActions<A extends Actions>(actions: A): A {
	const latest = useRef(actions);
	useLayoutEffect(() => {
		latest.current = actions;
	});
	const [stable] = useState(
		() =>
			Object.fromEntries(
				Object.keys(actions).map((name) => [name, (...args: never[]) => latest.current[name]?.(...args)]),
			) as A,
	);
	return stable;
}
