import { TextSearch } from 'lucide-react';
import type { Feature } from '../shell/feature.ts';
import { lazily } from '../ui/lazily.tsx';

export const keywords: Feature = {
	sections: [
		{
			id: 'keywords',
			group: 'Watch lists',
			label: 'Keywords',
			icon: TextSearch,
			...lazily(() => import('./Keywords.tsx')),
		},
	],
};
