import { PAGES } from '@dropwire/contract';
import { Image, Images } from 'lucide-react';
import { lazy } from 'react';
import type { Feature } from '../shell/feature.ts';
import { lazily } from '../ui/lazily.tsx';

export const images: Feature = {
	sections: [
		{
			id: 'skus',
			group: 'Tools',
			label: 'SKU images',
			heading: 'Search SKU Images',
			icon: Image,
			...lazily(async () => ({ default: (await import('./pages.tsx')).AdminImages })),
		},
	],
	pages: [{ path: PAGES.freeFetcher, screen: lazy(() => import('./FreeFetcher.tsx')) }],
	clientScreens: [
		{
			path: 'images',
			title: 'SKU images',
			screen: lazy(async () => ({ default: (await import('./pages.tsx')).SkuImages })),
		},
	],
	entry: { label: 'SKU images', path: '/dashboard/client', icon: Images, end: true },
};
