import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/** One step of the mouse wheel over a strip of entries (spec 1, section 9). */
const WHEEL_STEP_PX = 280;

/** Shows the current entry of a menu that is a strip on a phone, and scrolls the strip with the mouse wheel. */
export function useStrip(side: RefObject<HTMLElement | null>): void {
	const { pathname } = useLocation();
	const shown = useRef({ pathname: '', left: 0 });
	// Runs after every render, because the entries load late. Keeps a position that the user swiped to.
	useEffect(() => {
		const link = [...(side.current?.querySelectorAll<HTMLAnchorElement>('nav a[aria-current]') ?? [])].at(-1);
		const strip = link?.closest('ul');
		if (!link || !strip) return;
		const swiped = shown.current.pathname === pathname && strip.scrollLeft !== shown.current.left;
		if (swiped) return;
		strip.scrollLeft = link.offsetLeft - strip.offsetLeft - (strip.clientWidth - link.clientWidth) / 2;
		shown.current = { pathname, left: strip.scrollLeft };
	});
	useEffect(() => {
		const menu = side.current;
		const scroll = (event: WheelEvent) => {
			const strip = event.target instanceof Element ? event.target.closest('ul') : null;
			const { deltaX, deltaY } = event;
			if (!strip || strip.scrollWidth <= strip.clientWidth || Math.abs(deltaX) > Math.abs(deltaY)) return;
			event.preventDefault();
			strip.scrollBy({ left: Math.sign(deltaY) * WHEEL_STEP_PX });
		};
		// React's handler is passive and could not prevent the page from scrolling.
		menu?.addEventListener('wheel', scroll, { passive: false });
		return () => menu?.removeEventListener('wheel', scroll);
	}, [side]);
}
