import { AtSign } from 'lucide-react';
import type { Feature } from '../shell/feature.ts';
import { lazily } from '../ui/lazily.tsx';

export const social: Feature = {
	sections: [
		{
			id: 'twitter',
			group: 'Send',
			label: 'Twitter',
			alias: 'Posts on X',
			names: 'Social posts',
			icon: AtSign,
			...lazily(() => import('./SocialMonitor.tsx')),
		},
	],
};
