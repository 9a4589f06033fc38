import { PAGES } from '@dropwire/contract';
import { lazy } from 'react';
import type { Feature } from '../shell/feature.ts';
import { productPath } from './paths.ts';

export const catalogue: Feature = {
	framedPages: [
		{ path: PAGES.products, screen: lazy(() => import('./Search.tsx')) },
		{ path: PAGES.product, screen: lazy(() => import('./ProductPage.tsx')) },
	],
};
