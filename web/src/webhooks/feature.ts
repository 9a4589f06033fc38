import { ANNOUNCEMENT_TOPIC, BRAND_SCREENS, type ScreenIcon, screenOf } from '@dropwire/contract';
import {
	Flame,
	Footprints,
	Hash,
	Laptop,
	type LucideIcon,
	Megaphone,
	Recycle,
	Scale,
	Shirt,
	ShoppingBag,
	Store,
	Timer,
} from 'lucide-react';
import type { Feature, Section } from '../shell/feature.ts';
import { lazily } from '../ui/lazily.tsx';
import { countFamilies } from './countFamilies.ts';
import { webhookPath } from '../ui/paths.ts';

const ICONS: Readonly<Record<ScreenIcon, LucideIcon>> = {
	shoe: Footprints,
	shirt: Shirt,
	recycle: Recycle,
	laptop: Laptop,
	flame: Flame,
	timer: Timer,
	bag: ShoppingBag,
	store: Store,
	scale: Scale,
	hash: Hash,
};

/** Operators write and send announcements on the screen that manages their webhooks. */
const announcements = screenOf(ANNOUNCEMENT_TOPIC.brand, ANNOUNCEMENT_TOPIC.category);

/** A section per screen of the table of brands, in its order. */
const brands = BRAND_SCREENS.filter((screen) => screen !== announcements).map(
	({ id, menu, title, icon, families }): Section => ({
		id,
		group: 'Webhooks',
		label: menu,
		heading: title,
		icon: ICONS[icon],
		webhooks: (counts) => countFamilies(families, counts),
		...lazily(async () => ({ default: (await import('./screens.tsx')).brandScreen(id) })),
	}),
);

export const webhooks: Feature = {
	sections: [
		...brands,
		{
			id: 'webhooks',
			group: 'Send',
			label: 'Webhooks',
			alias: 'Broadcast list',
			icon: Megaphone,
			webhooks: ({ broadcast }) => broadcast,
			...lazily(async () => ({ default: (await import('./Broadcast.tsx')).Broadcast })),
		},
	],
	find: ({ labels }) =>
		labels.map(({ label, webhookId, brand, category, region, status }) => ({
			id: `${brand}/${category}/${region}/${status}/${label}`,
			group: 'Webhooks',
			label,
			description: `${brand} ${category} · ${region} · ${status}`,
			path: webhookPath(webhookId),
		})),
};
