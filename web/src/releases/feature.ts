import { PAGES } from '@dropwire/contract';
import { CalendarDays } from 'lucide-react';
import { lazy } from 'react';
import type { Feature } from '../shell/feature.ts';

export const releases: Feature = {
	pages: [{ path: PAGES.releases, screen: lazy(() => import('./OpenCalendar.tsx')) }],
	entry: { label: 'Releases', path: PAGES.releases, icon: CalendarDays, for: 'everyone' },
	actions: [
		{
			id: 'releases',
			label: 'Open the release calendar',
			names: 'launches drops dates reminders ics month',
			path: PAGES.releases,
		},
	],
};
