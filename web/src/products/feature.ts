import { SearchCheck } from 'lucide-react';
import { lazy } from 'react';
import type { Feature } from '../shell/feature.ts';
import { lazily } from '../ui/lazily.tsx';

export const products: Feature = {
	sections: [
		{
			id: 'productquery',
			group: 'Tools',
			label: 'Product Query',
			heading: 'Search Product',
			icon: SearchCheck,
			...lazily(async () => ({ default: (await import('./ProductQuery.tsx')).ProductQuery })),
		},
	],
	clientScreens: [
		{
			path: 'products',
			title: 'Product Query',
			screen: lazy(() => import('./ClientProducts.tsx')),
		},
	],
};
