import { lazy, Suspense, useEffect } from 'react';
import { Navigate, useLocation, useParams } from 'react-router-dom';
import { useCall } from '../api/useCall.ts';
import { ConsoleMenu } from './ConsoleMenu.tsx';
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { type ConsolePage, useSections } from './feature.ts';
import { Frame } from './Frame.tsx';
import { useUser } from '../ui/Guard.tsx';
import { prepareWhenIdle } from '../ui/lazily.tsx';
import { ScreenSkeleton } from '../ui/Loading.tsx';
import { NothingHere } from '../ui/NotFound.tsx';
import { Title } from '../ui/Title.tsx';

const Palette = lazy(() => import('./Palette.tsx'));
const COUNT_EVERY_MS = 15_000;

function NothingInConsole() {
	return <NothingHere home="/dashboard" />;
}

/**
 * The operator console: a menu of sections, and the section in the address.
 * @param page the content of a page that is no section
 */
export function Console({ page }: { page?: ConsolePage }) {
	const { contentId = page?.within } = useParams();
	const sections = useSections();
	const { pathname } = useLocation();
	const user = useUser();
	const admin = user.roles.includes('admin');
	const section = sections.find(({ id }) => id === contentId);
	const counts = useCall('operatorCounts', admin ? {} : null, { refreshInterval: COUNT_EVERY_MS });
	useEffect(() => void (admin && prepareWhenIdle(page ? [page, ...sections] : sections)), [admin, page, sections]);
	if (!admin) return <Navigate to="/dashboard/client" replace />;
	const Screen = (page ?? section)?.screen ?? NothingInConsole;
	return (
		<Frame menu={<ConsoleMenu counts={counts.data} />} onPhone="drawer">
			{section && <Title of={section.label} />}
			<ErrorBoundary framed key={pathname}>
				<Suspense fallback={<ScreenSkeleton />}>
					<Screen />
				</Suspense>
			</ErrorBoundary>
			{/* A boundary of its own: without it, the page would wait for the palette's code. */}
			<Suspense fallback={null}>
				<Palette />
			</Suspense>
		</Frame>
	);
}
