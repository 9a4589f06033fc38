import { Suspense } from 'react';
import { NavLink, useParams } from 'react-router-dom';
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { useUser } from '../ui/Guard.tsx';
import { ScreenSkeleton } from '../ui/Loading.tsx';
import { NothingHere } from '../ui/NotFound.tsx';
import { Title } from '../ui/Title.tsx';
import { useFeatures } from './feature.ts';
import { Frame } from './Frame.tsx';

/** The settings of users who are not operators: the features' screens for clients. */
export function ClientArea() {
	const { screen } = useParams();
	const user = useUser();
	const features = useFeatures();
	const screens = features.flatMap(({ clientScreens = [] }) => clientScreens);
	const [first] = screens;
	const found = screen === undefined ? first : screens.find(({ path }) => path === screen);
	const menu = (
		<nav aria-label="Sections">
			<ul>
				{screens
					.filter(({ isFor }) => isFor?.(user) ?? true)
					.map((one) => (
						<li key={one.path}>
							<NavLink to={one === first ? '/dashboard/client' : `/dashboard/client/${one.path}`} end={one === first}>
								{one.title}
							</NavLink>
						</li>
					))}
				{features.flatMap(({ dashboardPages = [] }) =>
					dashboardPages.map(({ address, label }) => (
						<li key={address}>
							<NavLink to={address}>{label}</NavLink>
						</li>
					)),
				)}
			</ul>
		</nav>
	);
	return (
		<Frame menu={menu}>
			{found ? (
				<ErrorBoundary framed key={found.path}>
					<Title of={found.title} />
					<Suspense fallback={<ScreenSkeleton />}>
						<found.screen />
					</Suspense>
				</ErrorBoundary>
			) : (
				<NothingHere />
			)}
		</Frame>
	);
}
