import './frame.css';
import '../ui/skipLink.css';
import { Menu } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { CONTENT_ID, SkipLink } from '../ui/SkipLink.tsx';
import { useStrip } from './useStrip.ts';

interface Props {
	menu: ReactNode;
	/** What the menu is on a phone: a strip of entries above the content, or a drawer behind a button. */
	onPhone: 'strip' | 'drawer';
	account: ReactNode;
	status: ReactNode;
	children: ReactNode;
	/** Whether this is the shell of a page that is loading. */
	busy?: boolean;
}

/** The places of the workbench's frame: menu, account, content, status line. */
export function FrameLayout({ menu, onPhone, account, status, children, busy }: Props) {
	const side = useRef<HTMLElement>(null);
	useStrip(side);
	return (
		<div className="frame" aria-busy={busy}>
			<SkipLink />
			<aside className="side" ref={side}>
				<div className="side-head">
					{onPhone === 'drawer' && (
						<button type="button" className="menu-button" aria-label="Menu" popoverTarget={DRAWER}>
							<Menu size={20} aria-hidden="true" />
						</button>
					)}
					<Link className="brand" to="/dashboard">
						<img src="/favicon.svg" alt="" width="24" height="24" /> Dropwire
					</Link>
					{account}
				</div>
				{onPhone === 'drawer' ? <Drawer>{menu}</Drawer> : menu}
			</aside>
			<main className="content" id={CONTENT_ID} tabIndex={-1}>
				{children}
			</main>
			<footer className="status-line" aria-label="Status" tabIndex={0}>
				{status}
			</footer>
		</div>
	);
}

const DRAWER = 'side-menu';
/** The width from which the menu is beside the content, as in frame.css. */
const WIDE = '(min-width: 801px)';

/** A part of the side that is a drawer on a phone. The browser opens it, also before any script runs. */
function Drawer({ children }: { children: ReactNode }) {
	const drawer = useRef<HTMLDivElement>(null);
	const { pathname } = useLocation();
	const shown = useRef(pathname);
	useEffect(() => {
		if (shown.current === pathname) return;
		shown.current = pathname;
		drawer.current?.hidePopover();
	}, [pathname]);
	useEffect(() => {
		const close = () => drawer.current?.hidePopover();
		const wide = matchMedia(WIDE);
		wide.addEventListener('change', close);
		return () => wide.removeEventListener('change', close);
	}, []);
	return (
		<div
			ref={drawer}
			id={DRAWER}
			className="drawer"
			popover="auto"
			onToggle={({ newState, currentTarget }) => {
				if (newState === 'open')
					currentTarget.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'center' });
			}}
		>
			{children}
		</div>
	);
}

/** As large as the account button, so that nothing moves when the button loads. */
export function AccountPlace() {
	return <span className="user-place" />;
}
