import { type FocusEvent, useLayoutEffect, useRef } from 'react';

const FOCUSABLE = 'input:enabled, button:enabled, a[href], select:enabled, textarea:enabled';

/**
 * Keeps the focus within an element when its content is replaced: otherwise it would go to the page. Spread the result on
 * the element.
 * @param content identifies what the element shows
 */
export function useKeptFocus<E extends HTMLElement>(content: string) {
	const ref = useRef<E>(null);
	const hasFocus = useRef(false);
	const before = useRef(content);
	useLayoutEffect(() => {
		if (before.current === content) return;
		before.current = content;
		const now = document.activeElement;
		const isLost = !now || now === document.body || !now.isConnected;
		if (hasFocus.current && isLost) ref.current?.querySelector<HTMLElement>(FOCUSABLE)?.focus();
	});
	return {
		ref,
		onFocus: () => {
			hasFocus.current = true;
		},
		// A browser can report the removal of the focused element as a blur to nowhere.
		onBlur: ({ relatedTarget }: FocusEvent) => {
			if (relatedTarget) hasFocus.current = ref.current?.contains(relatedTarget) ?? false;
		},
	};
}
