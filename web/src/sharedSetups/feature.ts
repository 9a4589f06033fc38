import { PAGES } from '@dropwire/contract';
import { lazy } from 'react';
import type { Feature } from '../shell/feature.ts';
import { OpenShareLink } from './OpenShareLink.tsx';

export const sharedSetups: Feature = {
	pages: [{ path: PAGES.sharedSetup, screen: OpenShareLink }],
	clientScreens: [{ path: 'setup', title: 'Load a shared setup', screen: lazy(() => import('./LoadSharedSetup.tsx')) }],
};
