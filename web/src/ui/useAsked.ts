import { useEffect, useEffectEvent } from 'react';
import { useSearchParams } from 'react-router-dom';

/**
 * Does what the link to a screen asks for, such as opening a dialog, and removes it from the address, so that a reload does
 * not repeat it.
 * @param name the parameter of the address
 */
export function useAsked(name: string, act: (value: string) => void): void {
	const [query, setQuery] = useSearchParams();
	const value = query.get(name);
	const answer = useEffectEvent((asked: string) => {
		act(asked);
		setQuery(
			(old) => {
				const next = new URLSearchParams(old);
				next.delete(name);
				return next;
			},
			{ replace: true },
		);
	});
	useEffect(() => {
		if (value !== null) answer(value);
	}, [value]);
}
