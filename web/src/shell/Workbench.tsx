import { theme } from '../theme/mantine.ts';
import { MantineProvider } from '@mantine/core';
import { Suspense } from 'react';
import { DASHBOARD_PAGES } from '@dropwire/contract';
import { Navigate, Route, Routes } from 'react-router-dom';
import { SWRConfig } from 'swr';
import { OptionsPanel } from '../subscriptions/OptionsPanel.tsx';
import { UndoProvider } from '../ui/Undo.tsx';
import { ServerDashboard } from '../guilds/ServerDashboard.tsx';
import { Console } from './Console.tsx';
import { Guard } from '../ui/Guard.tsx';
import { lazily } from '../ui/lazily.tsx';
import { NotFound } from '../ui/NotFound.tsx';
import { FIRST_SECTION } from './sections.tsx';
import { Waiting } from './Waiting.tsx';

// The frames of the servers and of the console are small and part of this bundle; their screens load on demand.
const eventPage = lazily(() => import('../events/EventPage.tsx'));
const webhookPage = lazily(() => import('../webhookPage/WebhookPage.tsx'));
const { screen: ClientArea } = lazily(() => import('./ClientArea.tsx'));

/** All pages that require sign-in. */
export function Workbench() {
	return (
		<MantineProvider theme={theme} defaultColorScheme="auto">
			<SWRConfig value={{ revalidateOnFocus: true }}>
				<Guard waiting={<Waiting />}>
					<UndoProvider>
						<Suspense fallback={<Waiting />}>
							<Routes>
								<Route path={DASHBOARD_PAGES.guilds} element={<ServerDashboard />} />
								<Route path={DASHBOARD_PAGES.client} element={<ClientArea />} />
								<Route path={DASHBOARD_PAGES.clientScreen} element={<ClientArea />} />
								<Route path={DASHBOARD_PAGES.settings} element={<Navigate to={FIRST_SECTION} replace />} />
								<Route path={DASHBOARD_PAGES.section} element={<Console />} />
								<Route path={DASHBOARD_PAGES.event} element={<Console page={eventPage} within="events" />} />
								<Route path={DASHBOARD_PAGES.webhook} element={<Console page={webhookPage} />} />
								<Route path="*" element={<NotFound />} />
							</Routes>
						</Suspense>
						<OptionsPanel />
					</UndoProvider>
				</Guard>
			</SWRConfig>
		</MantineProvider>
	);
}
