import { ANNOUNCEMENT_TOPIC, screenOf } from '@dropwire/contract';
import { Hash } from 'lucide-react';
import type { Feature } from '../shell/feature.ts';
import { sectionPath } from '../ui/paths.ts';
import { lazily } from '../ui/lazily.tsx';
import { countFamilies } from '../webhooks/countFamilies.ts';

/** The screen that manages the webhooks of announcements. */
const screen = screenOf(ANNOUNCEMENT_TOPIC.brand, ANNOUNCEMENT_TOPIC.category);

export const announcements: Feature = {
	sections: screen
		? [
				{
					id: screen.id,
					group: 'Send',
					label: screen.menu,
					alias: 'Announcements',
					heading: screen.title,
					icon: Hash,
					webhooks: (counts) => countFamilies(screen.families, counts),
					...lazily(() => import('./Announcement.tsx')),
				},
			]
		: [],
	actions: screen
		? [
				{
					id: 'announce',
					label: 'Send an announcement',
					names: 'stock numbers discoping',
					path: sectionPath(screen.id),
				},
			]
		: [],
};
