import { PAGES } from '@dropwire/contract';
import { KeyRound } from 'lucide-react';
import { lazy } from 'react';
import type { Feature } from '../shell/feature.ts';

export const requestAccess: Feature = {
	pages: [{ path: PAGES.requestAccess, screen: lazy(() => import('./RequestAccess.tsx')) }],
	entry: { label: 'Request access', path: PAGES.requestAccess, icon: KeyRound, for: 'members' },
};
