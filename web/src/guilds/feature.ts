import { DASHBOARD_PAGES } from '@dropwire/contract';
import { Server } from 'lucide-react';
import type { Feature } from '../shell/feature.ts';
import { GuildsStatus } from './GuildsStatus.tsx';
import { SERVERS } from './servers.ts';
import { ServerDashboard } from './ServerDashboard.tsx';

export const guilds: Feature = {
	// The frame of the servers is small; its screens load on demand.
	dashboardPages: [{ ...SERVERS, path: DASHBOARD_PAGES.guilds, screen: ServerDashboard }],
	entry: { label: 'Servers', path: SERVERS.address, icon: Server },
	account: [{ label: 'Dashboard', path: SERVERS.address }],
	find: ({ servers, verb }) =>
		(verb === null ? servers : []).map(({ guildId, name }) => ({
			id: guildId,
			group: 'Servers',
			label: name,
			names: guildId,
			path: `${SERVERS.address}/${guildId}`,
		})),
	Status: GuildsStatus,
};
