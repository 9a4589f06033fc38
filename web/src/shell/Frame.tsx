import './frame.css';
import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { StatusLine } from './StatusLine.tsx';

// Its menu brings a positioning library along, which the first paint need not wait for.
const UserMenu = lazy(() => import('./UserMenu.tsx'));

/** One step of the mouse wheel over the strip of sections (spec 1, section 9). */
const WHEEL_STEP_PX = 280;

/** The workbench's frame: menu, content, status line. */
export function Frame({ menu, children }: { menu: ReactNode; children: ReactNode }) {
	const side = useRef<HTMLElement>(null);
	const { pathname } = useLocation();
	const shown = useRef({ pathname: '', left: 0 });
	// After every drawing: counts come late and make entries wider. What somebody has swiped to stays.
	useEffect(() => {
		// On a phone the menu is a strip: where one is must be seen in it.
		const links = [...(side.current?.querySelectorAll<HTMLAnchorElement>('nav a') ?? [])];
		const link = links.findLast((one) => pathname.startsWith(one.pathname));
		const strip = link?.closest('ul');
		if (!link || !strip) return;
		const swiped = shown.current.pathname === pathname && strip.scrollLeft !== shown.current.left;
		if (swiped) return;
		strip.scrollLeft = link.offsetLeft - strip.offsetLeft - (strip.clientWidth - link.clientWidth) / 2;
		shown.current = { pathname, left: strip.scrollLeft };
	});
	useEffect(() => {
		const strip = side.current?.querySelector('nav ul');
		const scroll = (event: Event) => {
			const { deltaX, deltaY } = event as WheelEvent;
			if (!strip || strip.scrollWidth <= strip.clientWidth || Math.abs(deltaX) > Math.abs(deltaY)) return;
			event.preventDefault();
			strip.scrollBy({ left: Math.sign(deltaY) * WHEEL_STEP_PX });
		};
		// React's own handler could not keep the page from scrolling along.
		strip?.addEventListener('wheel', scroll, { passive: false });
		return () => strip?.removeEventListener('wheel', scroll);
	}, []);
	return (
		<div className="frame">
			<aside className="side" ref={side}>
				<div className="side-head">
					<a className="brand" href="/">
						<img src="/favicon.svg" alt="" width="24" height="24" /> Dropwire
					</a>
					<Suspense fallback={<span className="user-place" />}>
						<UserMenu />
					</Suspense>
				</div>
				{menu}
			</aside>
			<main className="content">{children}</main>
			<StatusLine />
		</div>
	);
}
