import { DASHBOARD_PAGES } from '@dropwire/contract';
import { MantineProvider } from '@mantine/core';
import { type ReactNode, Suspense } from 'react';
import { Navigate, Route, Routes } from 'react-router-dom';
import { SWRConfig } from 'swr';
import { theme } from '../theme/mantine.ts';
import { Guard } from '../ui/Guard.tsx';
import { UndoProvider } from '../ui/Undo.tsx';
import { ClientArea } from './ClientArea.tsx';
import { Console } from './Console.tsx';
import { useFeatures, useSections } from './feature.ts';
import { Waiting } from './Waiting.tsx';

interface Props {
	/** Whether members without access can open the page, too. */
	members?: boolean;
	/** The page; by default those below /dashboard/. */
	children?: ReactNode;
}

/** What pages that require sign-in share. */
export function Workbench({ members = false, children = <DashboardRoutes /> }: Props) {
	const features = useFeatures();
	return (
		<MantineProvider theme={theme} defaultColorScheme="auto">
			<SWRConfig value={{ revalidateOnFocus: true }}>
				<Guard members={members} waiting={<Waiting />}>
					<UndoProvider>
						<Suspense fallback={<Waiting />}>{children}</Suspense>
						{features.map(({ Panel }, index) => Panel && <Panel key={index} />)}
					</UndoProvider>
				</Guard>
			</SWRConfig>
		</MantineProvider>
	);
}

function DashboardRoutes() {
	const features = useFeatures();
	const [first] = useSections();
	return (
		<Routes>
			{features.flatMap(({ dashboardPages = [] }) =>
				dashboardPages.map(({ path, screen: Screen }) => <Route key={path} path={path} element={<Screen />} />),
			)}
			<Route path={DASHBOARD_PAGES.client} element={<ClientArea />} />
			<Route path={DASHBOARD_PAGES.clientScreen} element={<ClientArea />} />
			{first && <Route path={DASHBOARD_PAGES.settings} element={<Navigate to={first.id} replace />} />}
			<Route path={DASHBOARD_PAGES.section} element={<Console />} />
			{features.flatMap(({ consolePages = [] }) =>
				consolePages.map((page) => <Route key={page.path} path={page.path} element={<Console page={page} />} />),
			)}
			<Route path="*" element={<ClientArea isUnknown />} />
		</Routes>
	);
}
