import { useLocation } from 'react-router-dom';
import { SERVERS_HEAD } from '../guilds/serversHead.ts';
import { ConsoleMenu } from './ConsoleMenu.tsx';
import { EngineState } from './EngineState.tsx';
import { AccountPlace, FrameLayout } from './FrameLayout.tsx';
import { ScreenSkeleton, Skeletons } from '../ui/Loading.tsx';
import { SECTIONS } from './sections.tsx';

/**
 * The shell of a page below /dashboard: its frame, with placeholders. Shown while the user or the screen is loading. The
 * build renders it into the page's document, so that it is visible before any script runs; nothing in it may depend on
 * the user.
 */
export function Waiting() {
	const { pathname } = useLocation();
	const operates = pathname.startsWith('/dashboard/settings');
	const menu = operates ? (
		<ConsoleMenu />
	) : (
		<nav aria-label={pathname.startsWith('/dashboard/client') ? 'Sections' : 'Servers'}>
			<Skeletons rows={3} />
		</nav>
	);
	return (
		<FrameLayout
			menu={menu}
			onPhone={operates ? 'drawer' : 'strip'}
			account={<AccountPlace />}
			status={<EngineState data={undefined} error={undefined} />}
			busy
		>
			<ScreenSkeleton {...headOf(pathname)} />
		</FrameLayout>
	);
}

/** The head of the page at a path, as far as it does not depend on data. */
function headOf(pathname: string): { heading?: string | undefined; lead?: string } {
	if (pathname === '/dashboard/admin') return SERVERS_HEAD;
	const section = SECTIONS.find(({ id }) => pathname === `/dashboard/settings/${id}`);
	return { heading: section?.heading ?? section?.label };
}
