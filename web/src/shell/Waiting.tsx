import { useLocation } from 'react-router-dom';
import { ConsoleMenu } from './ConsoleMenu.tsx';
import { EngineState } from './EngineState.tsx';
import { sectionPath, useFeatures, useSections } from './feature.ts';
import { AccountPlace, FrameLayout } from './FrameLayout.tsx';
import { ScreenSkeleton, Skeletons } from '../ui/Loading.tsx';

/** The shell of a page below /dashboard: its frame, with placeholders. Shown while the user or the screen is loading. */
export function Waiting() {
	const { pathname } = useLocation();
	const head = useHead(pathname);
	const operates = pathname.startsWith('/dashboard/settings');
	const menu = operates ? (
		<ConsoleMenu />
	) : (
		<nav aria-label="Sections">
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
			<ScreenSkeleton {...head} />
		</FrameLayout>
	);
}

/** The head of the page at a path, as far as it does not depend on data. */
function useHead(pathname: string): { heading?: string | undefined; lead?: string } {
	const pages = useFeatures().flatMap(({ dashboardPages = [] }) => dashboardPages);
	const section = useSections().find(({ id }) => pathname === sectionPath(id));
	const page = pages.find(({ address }) => address === pathname);
	return page ? { heading: page.label, lead: page.lead } : { heading: section?.heading ?? section?.label };
}
