import { useLayoutEffect, useRef } from 'react';

/**
 * For the fields of a form: while it is saved they are inert, since the answer replaces or closes them with what is edited
 * then. The focused field gets the focus back. Spread the result on the element around the fields.
 */
export function useFrozen(busy: boolean): { inert: boolean } {
	const focused = useRef<Element | null>(null);
	useLayoutEffect(() => {
		if (busy) {
			focused.current = document.activeElement;
			return;
		}
		const now = document.activeElement;
		if (focused.current instanceof HTMLElement && (!now || now === document.body)) focused.current.focus();
		focused.current = null;
	}, [busy]);
	return { inert: busy };
}
