import { Radar } from 'lucide-react';
import type { Feature } from '../shell/feature.ts';
import { lazily } from '../ui/lazily.tsx';

export const coverage: Feature = {
	sections: [
		{ id: 'coverage', group: 'Now', label: 'Coverage', icon: Radar, ...lazily(() => import('./Coverage.tsx')) },
	],
};
