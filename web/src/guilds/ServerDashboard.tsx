import type { ApiError } from '@dropwire/contract';
import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { Route, Routes, useLocation, useParams } from 'react-router-dom';
import { refresh, useCall } from '../api/useCall.ts';
import { useLive } from '../api/useLive.ts';
import { useSoon } from '../api/useSoon.ts';
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { Frame } from '../shell/Frame.tsx';
import { MainMenu } from '../shell/MainMenu.tsx';
import { lazily, prepareWhenIdle } from '../ui/lazily.tsx';
import { Skeletons } from '../ui/Loading.tsx';
import { NothingHere } from '../ui/NotFound.tsx';
import { Paused } from './Paused.tsx';
import { ServerMenu } from './ServerMenu.tsx';
import { Servers } from './Servers.tsx';
import { useUser } from '../ui/Guard.tsx';

// Except for the first, each tab is loaded when it is opened.
const serverPage = lazily(() => import('./ServerPage.tsx'));
const webhookTab = lazily(() => import('../webhooks/WebhookTab.tsx'));
const NoServer = lazy(() => import('./NoServer.tsx'));
const eventPage = lazily(() => import('../events/EventPage.tsx'));
const serverLog = lazily(() => import('./ServerLog.tsx'));
const serverStatistics = lazily(() => import('./ServerStatistics.tsx'));
const serverChanges = lazily(() => import('./ServerChanges.tsx'));

/** The dashboard of server managers: their servers, and the channels of each. */
export function ServerDashboard() {
	const reload = () =>
		void refresh(
			'channelList',
			'linkList',
			'webhookList',
			'guildList',
			'guildStates',
			'guildSettings',
			'guildStatistics',
			'guildChanges',
			'sharedSetups',
		);
	// The bot, another window, or another manager may change a server.
	useLive({ guild: reload, reset: useSoon(reload) });
	useEffect(() => void prepareWhenIdle([serverPage, serverLog, webhookTab, eventPage]), []);
	const { pathname } = useLocation();
	const user = useUser();
	return (
		<Frame
			menu={
				<>
					<MainMenu user={user} />
					<ServerMenu />
				</>
			}
		>
			<ErrorBoundary framed key={pathname}>
				<Suspense fallback={<Skeletons rows={6} />}>
					<Routes>
						<Route index element={<Servers />} />
						<Route path=":guildId" element={<KeyedTab tab={serverPage.screen} />} />
						<Route path=":guildId/deliveries" element={<KeyedTab tab={serverLog.screen} />} />
						<Route path=":guildId/statistics" element={<KeyedTab tab={serverStatistics.screen} />} />
						<Route path=":guildId/changes" element={<KeyedTab tab={serverChanges.screen} />} />
						<Route path=":guildId/events/:eventId" element={<KeyedTab tab={eventPage.screen} />} />
						<Route path=":guildId/:channelId" element={<KeyedTab tab={webhookTab.screen} />} />
						<Route path="*" element={<NothingHere home="/dashboard" />} />
					</Routes>
				</Suspense>
			</ErrorBoundary>
		</Frame>
	);
}

/** How often the numbers of a server are read, and with them whether the user still manages it, ms. */
const EVERY_MS = 10_000;

/** Gives each server and channel its own tab state, so that data of one never appears in another. */
function KeyedTab({ tab: Tab }: { tab: ComponentType }) {
	const { guildId = '', channelId = '' } = useParams();
	const { error } = useCall('guildStatistics', { guildId }, { refreshInterval: EVERY_MS });
	// The list of the user's servers can be older than the answer about this one.
	if (isNoServer(error)) return <NoServer guildId={guildId} />;
	return (
		<>
			<Paused guildId={guildId} />
			<Tab key={`${guildId}/${channelId}`} />
		</>
	);
}

/** Whether a read was rejected because the user cannot manage the server, or because no server has this id. */
function isNoServer(error: ApiError | undefined): boolean {
	return error?.status === 403 || error?.fields['guildId'] !== undefined;
}
