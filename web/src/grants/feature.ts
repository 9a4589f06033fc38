import { BadgeCheck } from 'lucide-react';
import type { Feature } from '../shell/feature.ts';
import { lazily } from '../ui/lazily.tsx';

export const grants: Feature = {
	sections: [
		{
			id: 'grants',
			group: 'Admin',
			label: 'Grants',
			names: 'plans paid subscriptions premium store billing entitlements',
			icon: BadgeCheck,
			...lazily(() => import('./Grants.tsx')),
		},
	],
};
