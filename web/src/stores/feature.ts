import { lazy } from 'react';
import type { Feature } from '../shell/feature.ts';

export const STORES = '/dashboard/client/stores';

export const stores: Feature = {
	clientScreens: [{ path: 'stores', title: 'In-store stock', screen: lazy(() => import('./Stores.tsx')) }],
	actions: [
		{ id: 'stores', label: 'Check in-store stock', names: 'shops nearby city postal code sizes', path: STORES },
	],
};
