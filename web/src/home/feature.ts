import { DASHBOARD_PAGES } from '@dropwire/contract';
import { Home as HomeIcon } from 'lucide-react';
import type { Feature } from '../shell/feature.ts';
import { Home } from './Home.tsx';

const ADDRESS = '/dashboard';

export const home: Feature = {
	dashboardPages: [{ address: ADDRESS, label: 'Home', path: DASHBOARD_PAGES.home, screen: Home }],
	entry: { label: 'Home', path: ADDRESS, icon: HomeIcon, end: true },
};
