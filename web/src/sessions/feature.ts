import { PAGES } from '@dropwire/contract';
import { lazy } from 'react';
import type { Feature } from '../shell/feature.ts';

export const sessions: Feature = {
	pages: [{ path: PAGES.sessions, screen: lazy(() => import('./Sessions.tsx')) }],
	account: [{ label: 'Sessions', path: PAGES.sessions }],
};
