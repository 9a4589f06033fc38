import { PackagePlus } from 'lucide-react';
import { lazy } from 'react';
import type { Feature } from '../shell/feature.ts';
import { lazily } from '../ui/lazily.tsx';

export const productRequests: Feature = {
	sections: [
		{
			id: 'requests',
			group: 'Watch lists',
			label: 'Requests',
			alias: 'Products that clients ask for',
			icon: PackagePlus,
			requests: (counts) => counts.productRequests,
			...lazily(() => import('./OpenRequests.tsx')),
		},
	],
	clientScreens: [{ path: 'requests', title: 'Ask for a product', screen: lazy(() => import('./OwnRequests.tsx')) }],
};
