import { PAGES } from '@dropwire/contract';
import { BellRing } from 'lucide-react';
import { lazy } from 'react';
import type { Feature } from '../shell/feature.ts';

export const watches: Feature = {
	framedPages: [{ path: PAGES.watches, screen: lazy(() => import('./Watches.tsx')), members: true }],
	entry: { label: 'Watches', path: PAGES.watches, icon: BellRing, for: 'everyone' },
	actions: [
		{
			id: 'watches',
			label: 'Open your watches',
			names: 'notices notifications direct messages mute snooze alerts',
			path: PAGES.watches,
		},
	],
};
