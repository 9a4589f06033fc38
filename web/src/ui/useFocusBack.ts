import { useLayoutEffect } from 'react';

const FOCUSABLE = 'button:enabled, a[href], input:enabled, select:enabled, textarea:enabled, [tabindex="0"]';

/**
 * For the content of a dialog: when it unmounts, focus returns to the element that had it before, or to the nearest
 * remaining element if the dialog deleted it. Mantine does this only for a dialog that stays mounted when closed.
 */
export function useFocusBack(): void {
	useLayoutEffect(() => {
		const before: Element[] = [];
		for (let element = document.activeElement; element && element !== document.body; element = element.parentElement)
			before.push(element);
		return () => {
			const now = document.activeElement;
			if (now && now !== document.body && !now.closest('[role=dialog]')) return;
			const near = before.find(
				(element) => element.isConnected && (element.matches(FOCUSABLE) || element.querySelector(FOCUSABLE)),
			);
			const target = near?.matches(FOCUSABLE) ? near : near?.querySelector(FOCUSABLE);
			if (target instanceof HTMLElement) target.focus({ preventScroll: true });
		};
	}, []);
}
