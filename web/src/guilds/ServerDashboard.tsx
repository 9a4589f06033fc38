import { type ComponentType, lazy, Suspense } from 'react';
import { NavLink, Route, Routes, useParams } from 'react-router-dom';
import { refresh, useCall } from '../data/useCall.ts';
import { useLive } from '../data/useLive.ts';
import { Frame } from '../shell/Frame.tsx';
import { Loaded, Skeletons } from '../shell/Loading.tsx';
import { NothingHere } from '../shell/NotFound.tsx';
import { Title } from '../shell/Title.tsx';

// Each tab comes when it is opened.
const ChannelTab = lazy(() => import('../channels/ChannelTab.tsx'));
const WebhookTab = lazy(() => import('../webhooks/WebhookTab.tsx'));
const GuildDeliveries = lazy(() => import('../deliveries/GuildDeliveries.tsx'));

/** What a server's admins see: their servers, and what each gets. */
export function ServerDashboard() {
	const again = () => void refresh('channelList', 'webhookList', 'guildList');
	// What somebody changes about a server: by the bot, in another window, another admin.
	useLive({ guild: again, reset: again });
	const guilds = useCall('guildList', {});
	const menu = (
		<nav aria-label="Servers">
			<Loaded question={guilds}>
				{({ data: { data } }) => (
					<>
						<ul>
							{data.map(({ guildId, guildName, guildImg }) => (
								<li key={guildId}>
									<NavLink to={`/dashboard/admin/${guildId}`}>
										<GuildIcon name={guildName} image={guildImg} />
										{guildName}
									</NavLink>
								</li>
							))}
						</ul>
						{data.length === 0 && (
							<p className="empty">You manage no server. You need the right Manage Server there.</p>
						)}
					</>
				)}
			</Loaded>
		</nav>
	);
	return (
		<Frame menu={menu}>
			<Suspense fallback={<Skeletons rows={6} />}>
				<Routes>
					<Route index element={<NoneChosen />} />
					<Route path=":guildId" element={<Own tab={ChannelTab} />} />
					<Route path=":guildId/deliveries" element={<Own tab={GuildDeliveries} />} />
					<Route path=":guildId/:channelId" element={<Own tab={WebhookTab} />} />
					<Route path="*" element={<NothingHere />} />
				</Routes>
			</Suspense>
		</Frame>
	);
}

/** A tab begins anew for every server and channel: nothing of another one stands or is changed under its address. */
function Own({ tab: Tab }: { tab: ComponentType }) {
	const { guildId = '', channelId = '' } = useParams();
	return <Tab key={`${guildId}/${channelId}`} />;
}

function NoneChosen() {
	return (
		<>
			<Title of="Servers" />
			<div className="page-head">
				<h1>Servers</h1>
			</div>
			<p className="empty">Choose a server to see what it gets.</p>
		</>
	);
}

/** Discord's icon of the server, or its first letter where it has none. */
function GuildIcon({ name, image }: { name: string; image: string }) {
	if (image) return <img src={image} alt="" width={24} height={24} loading="lazy" />;
	return (
		<svg width="24" height="24" viewBox="0 0 24 24" aria-hidden="true">
			<circle cx="12" cy="12" r="12" fill="var(--line)" />
			<text x="12" y="16.5" textAnchor="middle" fontSize="12" fontWeight="600" fill="var(--text)">
				{name.charAt(0).toUpperCase()}
			</text>
		</svg>
	);
}
