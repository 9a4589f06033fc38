import { PAGES } from '@dropwire/contract';
import { PackageSearch } from 'lucide-react';
import { lazy } from 'react';
import type { Feature } from '../shell/feature.ts';

export const catalogue: Feature = {
	framedPages: [
		{ path: PAGES.products, screen: lazy(() => import('./Search.tsx')) },
		{ path: PAGES.product, screen: lazy(() => import('./ProductPage.tsx')) },
	],
	entry: { label: 'Products', path: PAGES.products, icon: PackageSearch },
};
