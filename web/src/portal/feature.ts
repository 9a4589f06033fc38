import { PAGES } from '@dropwire/contract';
import { lazy } from 'react';
import type { Feature } from '../shell/feature.ts';

export const portal: Feature = {
	pages: [{ path: PAGES.tokenPortal, screen: lazy(() => import('./TokenPortal.tsx')) }],
	account: [{ label: 'User Portal', path: PAGES.tokenPortal }],
};
