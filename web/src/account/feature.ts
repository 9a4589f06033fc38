import { PAGES } from '@dropwire/contract';
import { CircleUserRound } from 'lucide-react';
import { lazy } from 'react';
import type { Feature } from '../shell/feature.ts';

const ADDRESS = '/account';

export const account: Feature = {
	framedPages: [{ path: PAGES.account, screen: lazy(() => import('./Account.tsx')), members: true }],
	entry: { label: 'Account', path: ADDRESS, icon: CircleUserRound, for: 'everyone' },
	account: [{ label: 'Account', path: ADDRESS, for: 'everyone' }],
	actions: [
		{
			id: 'account',
			label: 'Open your account',
			names: 'sessions browsers tokens sign out privacy personal data export delete',
			path: ADDRESS,
		},
	],
};
