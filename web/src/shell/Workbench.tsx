import { theme } from '../theme/mantine.ts';
import { MantineProvider } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { Navigate, Route, Routes } from 'react-router-dom';
import { SWRConfig } from 'swr';
import { UndoProvider } from '../data/Undo.tsx';
import { ServerDashboard } from '../guilds/ServerDashboard.tsx';
import { Guard, Waiting } from './Guard.tsx';
import { NotFound } from './NotFound.tsx';
import { FIRST_SECTION, SECTIONS } from './sections.tsx';
import { prefetch } from '../data/useCall.ts';

// What most come for, the servers, is at hand; the rest comes when it is asked for.
const ClientArea = lazy(() => import('./ClientArea.tsx'));
const importConsole = () => import('./Console.tsx');
const Console = lazy(importConsole);

// Asked before anything is drawn: the answers are under way while the page is built.
if (location.pathname.startsWith('/dashboard')) prefetch('currentUser', {});
if (location.pathname.startsWith('/dashboard/settings')) {
	void importConsole();
	void SECTIONS.find(({ id }) => location.pathname.endsWith(`/settings/${id}`))?.load();
}

/** Everything behind the sign-in. */
export function Workbench() {
	return (
		<MantineProvider theme={theme} defaultColorScheme="auto">
			<SWRConfig value={{ revalidateOnFocus: true }}>
				<Guard>
					<UndoProvider>
						<Suspense fallback={<Waiting />}>
							<Routes>
								<Route path="admin/*" element={<ServerDashboard />} />
								<Route path="client" element={<ClientArea />} />
								<Route path="client/:screen" element={<ClientArea />} />
								<Route path="settings" element={<Navigate to={FIRST_SECTION} replace />} />
								<Route path="settings/:contentId" element={<Console />} />
								<Route path="*" element={<NotFound />} />
							</Routes>
						</Suspense>
					</UndoProvider>
				</Guard>
			</SWRConfig>
		</MantineProvider>
	);
}
