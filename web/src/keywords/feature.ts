import { TextSearch } from 'lucide-react';
import type { Feature } from '../shell/feature.ts';
import { sectionPath } from '../ui/paths.ts';
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
	actions: [
		{
			id: 'add-keywords',
			label: 'Add many keyword watches',
			names: 'import',
			path: `${sectionPath('keywords')}?add=many`,
		},
	],
};
