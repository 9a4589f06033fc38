import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { ConsoleMenu } from './ConsoleMenu.tsx';
import { EngineState } from './StatusLine.tsx';
import { useFeatures, useSections } from './feature.ts';
import { AccountPlace, FrameLayout } from './FrameLayout.tsx';
import { MainMenu } from './MainMenu.tsx';
import { ScreenSkeleton } from '../ui/Loading.tsx';
import { sectionPath } from '../ui/paths.ts';

/** The shell of a page below /dashboard: its frame, with placeholders. Shown while the user or the screen is loading. */
export function Waiting() {
	const { pathname } = useLocation();
	const pages = useFeatures().flatMap(({ dashboardPages = [] }) => dashboardPages);
	const page = pages.find(({ address }) => address === pathname);
	const section = useSections().find(({ id }) => pathname === sectionPath(id));
	// The screen's code loads while the user is read. A failure is shown by the screen.
	useEffect(() => void section?.prepare().catch(() => null), [section]);
	const heading = page?.label ?? section?.heading ?? section?.label;
	const operates = pathname.startsWith('/dashboard/settings');
	const menu = operates ? <ConsoleMenu /> : <MainMenu user={null} />;
	return (
		<FrameLayout
			menu={menu}
			onPhone={operates ? 'drawer' : 'strip'}
			account={<AccountPlace />}
			status={<EngineState data={undefined} error={undefined} />}
			busy
		>
			<ScreenSkeleton heading={heading} {...(page?.lead && { lead: page.lead })} />
		</FrameLayout>
	);
}
