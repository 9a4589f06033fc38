import { PAGES } from '@dropwire/contract';
import { PackageSearch } from 'lucide-react';
import { lazy } from 'react';
import type { Feature } from '../shell/feature.ts';
import { productPath } from '../ui/paths.ts';

export const catalogue: Feature = {
	framedPages: [
		{ path: PAGES.products, screen: lazy(() => import('./Search.tsx')), members: true },
		{ path: PAGES.product, screen: lazy(() => import('./ProductPage.tsx')), members: true },
	],
	find: ({ products, verb }) =>
		(verb === null ? products : []).map(({ brand, sku, title }) => ({
			id: `${brand} ${sku}`,
			group: 'Products',
			label: title,
			description: sku,
			path: productPath(brand, sku),
		})),
	entry: { label: 'Products', path: PAGES.products, icon: PackageSearch, for: 'everyone' },
};
