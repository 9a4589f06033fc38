import { lazy } from 'react';
import type { Feature } from '../shell/feature.ts';

export const RESALE = '/dashboard/client/resale';

export const resale: Feature = {
	clientScreens: [{ path: 'resale', title: 'Resale', screen: lazy(() => import('./Resale.tsx')) }],
	actions: [
		{
			id: 'resale',
			label: 'Compare resale payouts',
			names: 'stockx goat ebay profit payout fees calculator sell',
			path: RESALE,
		},
	],
};
