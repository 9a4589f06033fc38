import { UsersRound } from 'lucide-react';
import type { Feature } from '../shell/feature.ts';
import { lazily } from '../ui/lazily.tsx';
import { sectionPath } from '../ui/paths.ts';
import { filteredPath } from '../ui/useFilter.ts';
import { ExpiryBanner } from './ExpiryBanner.tsx';

export const access: Feature = {
	sections: [
		{
			id: 'access',
			group: 'Admin',
			label: 'Access',
			icon: UsersRound,
			requests: ({ accessRequests }) => accessRequests,
			...lazily(async () => ({ default: (await import('./Access.tsx')).Access })),
		},
	],
	actions: [
		{
			id: 'add-user',
			label: 'Add a user',
			names: 'people client operator access',
			path: `${sectionPath('access')}?add=one`,
		},
		{
			id: 'add-users',
			label: 'Add many users',
			names: 'people clients import',
			path: `${sectionPath('access')}?add=many`,
		},
		{ id: 'expired-users', label: 'Show expired users', path: `${sectionPath('access')}?show=expired` },
	],
	find: ({ people, verb }) =>
		(verb === null ? people : []).map(({ discordId, username, plan }) => ({
			id: discordId,
			group: 'People',
			label: username ?? discordId,
			description: [username !== null && discordId, plan].filter(Boolean).join(' · '),
			path: filteredPath(sectionPath('access'), discordId),
		})),
	Banner: ExpiryBanner,
};
