import { PAGES } from '@dropwire/contract';
import { lazy } from 'react';
import type { Feature } from '../shell/feature.ts';

export const requestAccess: Feature = {
	pages: [{ path: PAGES.requestAccess, screen: lazy(() => import('./RequestAccess.tsx')) }],
};
