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

/** The features' screens for anyone with access. */
export function ClientArea() {
	const { screen } = useParams();
	const screens = useFeatures().flatMap(({ clientScreens = [] }) => clientScreens);
	const found = screen === undefined ? screens[0] : screens.find(({ path }) => path === screen);
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
