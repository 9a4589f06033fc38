import { KeyRound } from 'lucide-react';
import type { Feature } from '../shell/feature.ts';
import { sectionPath } from '../ui/paths.ts';
import { lazily } from '../ui/lazily.tsx';

export const tokens: Feature = {
	sections: [
		{ id: 'tokens', group: 'Admin', label: 'API tokens', icon: KeyRound, ...lazily(() => import('./Tokens.tsx')) },
	],
	actions: [
		{
			id: 'create-token',
			label: 'Create or rotate an API token',
			names: 'key',
			path: `${sectionPath('tokens')}?add=token`,
		},
	],
};
