import { UsersRound } from 'lucide-react';
import type { Feature } from '../shell/feature.ts';
import { lazily } from '../ui/lazily.tsx';
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
	Banner: ExpiryBanner,
};
