import type { ReactNode } from 'react';
import { StatusLine } from './StatusLine.tsx';
import { UserMenu } from './UserMenu.tsx';

/** The workbench's frame: menu, content, status line. */
export function Frame({ menu, children }: { menu: ReactNode; children: ReactNode }) {
	return (
		<div className="frame">
			<aside className="side">
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
