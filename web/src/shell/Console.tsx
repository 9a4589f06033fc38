import { lazy, Suspense, useEffect } from 'react';
import { Navigate, useLocation, useParams } from 'react-router-dom';
import { useCall } from '../api/useCall.ts';
import { afterLoad } from './afterLoad.ts';
import { ConsoleMenu } from './ConsoleMenu.tsx';
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { Frame } from './Frame.tsx';
import { useUser } from '../ui/Guard.tsx';
import { type Lazy, prepareWhenIdle } from '../ui/lazily.tsx';
import { ScreenSkeleton } from '../ui/Loading.tsx';
import { NothingHere } from '../ui/NotFound.tsx';
import { SECTIONS } from './sections.tsx';
import { Title } from '../ui/Title.tsx';

const Palette = lazy(() => afterLoad().then(() => import('./Palette.tsx')));
const COUNT_EVERY_MS = 15_000;

/**
 * The operator console: a menu of sections, and the section in the address.
 * @param page the content of a page that is no section
 * @param within the section that the page belongs to, if any
 */
export function Console({ page, within }: { page?: Lazy; within?: string }) {
	const { contentId = within } = useParams();
	const { pathname } = useLocation();
	const user = useUser();
	const admin = user.roles.includes('admin');
	const section = SECTIONS.find(({ id }) => id === contentId);
	const counts = useCall('operatorCounts', admin ? {} : null, { refreshInterval: COUNT_EVERY_MS });
	useEffect(() => void (admin && prepareWhenIdle(page ? [page, ...SECTIONS] : SECTIONS)), [admin, page]);
	if (!admin) return <Navigate to="/dashboard/client" replace />;
	const Screen = (page ?? section)?.screen ?? NothingHere;
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
