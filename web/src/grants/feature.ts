import { UserRound } from 'lucide-react';
import type { Feature } from '../shell/feature.ts';
import { lazily } from '../ui/lazily.tsx';

export const grants: Feature = {
	sections: [
		{
			id: 'grants',
			group: 'Admin',
			label: 'Grants',
			names: 'plans paid premium store billing',
			icon: UserRound,
			...lazily(() => import('./Grants.tsx')),
		},
	],
};
