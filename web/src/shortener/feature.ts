import { Link2 } from 'lucide-react';
import type { Feature } from '../shell/feature.ts';
import { lazily } from '../ui/lazily.tsx';

export const shortener: Feature = {
	sections: [
		{
			id: 'urlshortener',
			group: 'Tools',
			label: 'URL Shortener',
			icon: Link2,
			...lazily(() => import('./Shortener.tsx')),
		},
	],
};
