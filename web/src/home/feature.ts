import { DASHBOARD_PAGES } from '@dropwire/contract';
import { Home as HomeIcon } from 'lucide-react';
import { lazy } from 'react';
import type { Feature } from '../shell/feature.ts';

const ADDRESS = '/dashboard';

export const home: Feature = {
	dashboardPages: [
		{ address: ADDRESS, label: 'Home', path: DASHBOARD_PAGES.home, screen: lazy(() => import('./Home.tsx')) },
	],
	entry: { label: 'Home', path: ADDRESS, icon: HomeIcon, end: true },
};
