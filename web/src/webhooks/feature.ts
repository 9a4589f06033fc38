import { ANNOUNCEMENT_TOPIC, BRAND_SCREENS, type ScreenIcon, screenOf, TOPICS } from '@dropwire/contract';
import {
	CalendarDays,
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
import type { Feature, FoundLine, Section } from '../shell/feature.ts';
import { lazily } from '../ui/lazily.tsx';
import { countFamilies } from './countFamilies.ts';
import { sectionPath, webhookPath } from '../ui/paths.ts';
import { sectionIdOf } from './brands.ts';

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
	calendar: CalendarDays,
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
	actions: [
		{
			id: 'import-webhooks',
			label: 'Import or export webhooks',
			names: 'csv file bulk',
			path: `${sectionPath(brands[0]?.id ?? 'allwebhooks')}?bulk=open`,
		},
	],
	find: ({ labels, text, verb }) => [
		...(verb === null
			? labels.map(({ label, webhookId, brand, category, region, status }) => ({
					id: `${brand}/${category}/${region}/${status}/${label}`,
					group: 'Webhooks',
					label,
					description: `${brand} ${category} · ${region} · ${status}`,
					path: webhookPath(webhookId),
				}))
			: []),
		...topicLines(text, verb),
	],
};

/** The topics that have each of several words, such as `US hold`. */
function topicLines(text: string, verb: string | null): FoundLine[] {
	const words = text.split(/\s+/);
	if (words.length < 2 || verb !== null) return [];
	return TOPICS.flatMap(({ brand, category, region, status, toolsName }) => {
		const parts = `${brand} ${category} ${region} ${status} ${toolsName}`.toLowerCase().split(/\s+/);
		const screen = screenOf(brand, category);
		if (!screen || !words.every((word) => parts.some((part) => part.startsWith(word)))) return [];
		return {
			id: `topic/${brand}/${category}/${region}/${status}`,
			group: 'Topics',
			label: `${toolsName} · ${region}`,
			names: `${brand} ${category} ${status}`,
			path: `${sectionPath(screen.id)}?region=${sectionIdOf(screen, { brand, category, region })}`,
		};
	});
}
