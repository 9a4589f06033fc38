import { PAGES } from '@dropwire/contract';
import { ShoppingCart } from 'lucide-react';
import { lazy } from 'react';
import type { Feature } from '../shell/feature.ts';

const ADDRESS = '/dashboard/client/extension';

export const portal: Feature = {
	pages: [{ path: PAGES.tokenPortal, screen: lazy(() => import('./TokenPortal.tsx')) }],
	clientScreens: [{ path: 'extension', title: 'Extension', screen: lazy(() => import('./ExtensionScreen.tsx')) }],
	account: [{ label: 'User Portal', path: PAGES.tokenPortal, for: 'everyone' }],
	entry: { label: 'Extension', path: ADDRESS, icon: ShoppingCart },
};
