import { useLayoutEffect, useRef, useState } from 'react';

type Actions = Readonly<Record<string, (...args: never[]) => unknown>>;

/**
 * Keeps the identity of actions stable while the component is mounted, even if the values in their closures change.
 * Rows that receive the actions render again only when the rows themselves change.
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
