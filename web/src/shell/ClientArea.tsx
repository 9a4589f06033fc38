import { Suspense } from 'react';
import { useParams } from 'react-router-dom';
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { useUser } from '../ui/Guard.tsx';
import { ScreenSkeleton } from '../ui/Loading.tsx';
import { NothingHere } from '../ui/NotFound.tsx';
import { Title } from '../ui/Title.tsx';
import { useFeatures } from './feature.ts';
import { Frame } from './Frame.tsx';
import { MainMenu } from './MainMenu.tsx';

/** The features' screens for anyone with access. @param isUnknown whether the dashboard has no page at this address */
export function ClientArea({ isUnknown = false }: { isUnknown?: boolean }) {
	const { screen } = useParams();
	const screens = useFeatures().flatMap(({ clientScreens = [] }) => clientScreens);
	const shown = screen === undefined ? screens[0] : screens.find(({ path }) => path === screen);
	const found = isUnknown ? undefined : shown;
	return (
		<Frame menu={<MainMenu user={useUser()} />}>
			{found ? (
				<ErrorBoundary framed key={found.path}>
					<Title of={found.title} />
					<Suspense fallback={<ScreenSkeleton />}>
						<found.screen />
					</Suspense>
				</ErrorBoundary>
			) : (
				<NothingHere home="/dashboard" />
			)}
		</Frame>
	);
}
