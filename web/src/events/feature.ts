import { DASHBOARD_PAGES } from '@dropwire/contract';
import { Activity } from 'lucide-react';
import type { Feature } from '../shell/feature.ts';
import { lazily } from '../ui/lazily.tsx';

export const events: Feature = {
	sections: [{ id: 'events', group: 'Now', label: 'Events', icon: Activity, ...lazily(() => import('./Events.tsx')) }],
	consolePages: [{ path: DASHBOARD_PAGES.event, within: 'events', ...lazily(() => import('./EventPage.tsx')) }],
};
