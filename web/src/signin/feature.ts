import { PAGES } from '@dropwire/contract';
import { lazy } from 'react';
import type { Feature } from '../shell/feature.ts';

export const signin: Feature = {
	pages: [
		{ path: PAGES.cliSignin, screen: lazy(() => import('./CliSignin.tsx')) },
		{ path: PAGES.deviceSignin, screen: lazy(() => import('./DeviceSignin.tsx')) },
	],
};
