import { Gauge } from 'lucide-react';
import type { Feature } from '../shell/feature.ts';
import { lazily } from '../ui/lazily.tsx';
import { OverviewStatus } from './OverviewStatus.tsx';

export const overview: Feature = {
	sections: [
		{ id: 'overview', group: 'Now', label: 'Overview', icon: Gauge, ...lazily(() => import('./Overview.tsx')) },
	],
	// For others it would open the image search, which has its own entry.
	account: [{ label: 'Settings', path: '/dashboard/settings', for: 'operators' }],
	Status: OverviewStatus,
};
