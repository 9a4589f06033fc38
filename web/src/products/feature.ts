import { SearchCheck } from 'lucide-react';
import { lazy } from 'react';
import type { Feature } from '../shell/feature.ts';
import { sectionPath } from '../ui/paths.ts';
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
	find: ({ products: found, verb }) =>
		(verb === null ? found : []).map(({ sku, title }) => ({
			id: sku,
			group: 'Products',
			label: title,
			description: sku,
			path: `${sectionPath('productquery')}?sku=${encodeURIComponent(sku)}`,
		})),
	clientScreens: [
		{
			path: 'products',
			title: 'Product Query',
			screen: lazy(() => import('./ClientProducts.tsx')),
		},
	],
};
