import { useLayoutEffect } from 'react';

const TAKES_FOCUS = 'button:enabled, a[href], input:enabled, select:enabled, textarea:enabled, [tabindex="0"]';

/**
 * For what stands in a dialog: once it is gone, what had the keyboard before has it again, or, if the dialog deleted that,
 * what stands nearest. Mantine sees to it only where the dialog itself stays, closed.
 */
export function useFocusBack(): void {
	useLayoutEffect(() => {
		const before: Element[] = [];
		for (let one = document.activeElement; one && one !== document.body; one = one.parentElement) before.push(one);
		return () => {
			const now = document.activeElement;
			if (now && now !== document.body && !now.closest('[role=dialog]')) return;
			const near = before.find(
				(one) => one.isConnected && (one.matches(TAKES_FOCUS) || one.querySelector(TAKES_FOCUS)),
			);
			const target = near?.matches(TAKES_FOCUS) ? near : near?.querySelector(TAKES_FOCUS);
			if (target instanceof HTMLElement) target.focus({ preventScroll: true });
		};
	}, []);
}
