import { ListChecks } from 'lucide-react';
import type { Feature } from '../shell/feature.ts';
import { lazily } from '../ui/lazily.tsx';

export const deliveries: Feature = {
	sections: [
		{
			id: 'deliveries',
			group: 'Now',
			label: 'Deliveries',
			icon: ListChecks,
			...lazily(() => import('./Deliveries.tsx')),
		},
	],
};
