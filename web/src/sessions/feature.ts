import { PAGES } from '@dropwire/contract';
import { CircleUserRound } from 'lucide-react';
import { lazy } from 'react';
import type { Feature } from '../shell/feature.ts';

const ADDRESS = '/dashboard/client/account';

export const sessions: Feature = {
	pages: [{ path: PAGES.sessions, screen: lazy(() => import('./Sessions.tsx')) }],
	clientScreens: [{ path: 'account', title: 'Account', screen: lazy(() => import('./AccountScreen.tsx')) }],
	entry: { label: 'Account', path: ADDRESS, icon: CircleUserRound },
	account: [
		{ label: 'Account', path: ADDRESS },
		{ label: 'Sessions', path: PAGES.sessions, for: 'members' },
	],
};
