import { KeyRound } from 'lucide-react';
import type { Feature } from '../shell/feature.ts';
import { lazily } from '../ui/lazily.tsx';

export const tokens: Feature = {
	sections: [
		{ id: 'tokens', group: 'Admin', label: 'API tokens', icon: KeyRound, ...lazily(() => import('./Tokens.tsx')) },
	],
};
