import { PAGES } from '@dropwire/contract';
import { lazy } from 'react';
import type { Feature } from '../shell/feature.ts';

export const terms: Feature = {
	pages: [{ path: PAGES.terms, screen: lazy(() => import('./Terms.tsx')) }],
};
