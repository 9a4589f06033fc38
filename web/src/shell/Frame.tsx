import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { StatusLine } from './StatusLine.tsx';
import { UserMenu } from './UserMenu.tsx';

/** The workbench's frame: menu, content, status line. */
export function Frame({ menu, children }: { menu: ReactNode; children: ReactNode }) {
	const side = useRef<HTMLElement>(null);
	const { pathname } = useLocation();
	useEffect(() => {
		// On a phone the menu is a strip: where one is must be seen in it.
		const links = [...(side.current?.querySelectorAll<HTMLAnchorElement>('nav a') ?? [])];
		const link = links.findLast((one) => pathname.startsWith(one.pathname));
		const strip = link?.closest('ul');
		if (link && strip)
			strip.scrollLeft = link.offsetLeft - strip.offsetLeft - (strip.clientWidth - link.clientWidth) / 2;
	}, [pathname]);
	return (
		<div className="frame">
			<aside className="side" ref={side}>
				<div className="side-head">
					<a className="brand" href="/">
						<img src="/favicon.svg" alt="" width="24" height="24" /> Dropwire
					</a>
					<UserMenu />
				</div>
				{menu}
			</aside>
			<main className="content">{children}</main>
			<StatusLine />
		</div>
	);
}
