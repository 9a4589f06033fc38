import {
	Activity,
	AtSign,
	ExternalLink,
	Flame,
	Footprints,
	Gauge,
	Hash,
	Image,
	KeyRound,
	Laptop,
	Link2,
	ListChecks,
	type LucideIcon,
	Megaphone,
	PackageSearch,
	Radar,
	Recycle,
	ScrollText,
	SearchCheck,
	Shirt,
	Scale,
	ShoppingBag,
	Store,
	TextSearch,
	Timer,
	UsersRound,
	Webhook,
	Zap,
} from 'lucide-react';
import { ANNOUNCEMENT_TOPIC, BRAND_SCREENS, type CurrentUser, type ScreenIcon, screenOf } from '@dropwire/contract';
import { lazily } from '../ui/lazily.tsx';
import type { Section } from './section.ts';

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
const announcementScreen = screenOf(ANNOUNCEMENT_TOPIC.brand, ANNOUNCEMENT_TOPIC.category)?.id;

/** A section per screen of the table of brands, in the order of the menu. */
const brandSections: readonly Section[] = BRAND_SCREENS.map(({ id, menu, title, icon }) => ({
	id,
	label: menu,
	heading: title,
	icon: ICONS[icon],
	...(id === announcementScreen
		? { alias: 'Announcements', heading: 'Stock Numbers', ...lazily(() => import('../announcements/Announcement.tsx')) }
		: lazily(async () => ({ default: (await import('../webhooks/screens.tsx')).brandScreen(id) }))),
}));

const OVERVIEW: Section = {
	id: 'overview',
	label: 'Overview',
	icon: Gauge,
	...lazily(() => import('../overview/Overview.tsx')),
};

/** A part of the menu that can be folded. */
export interface SectionGroup {
	name: string;
	sections: readonly Section[];
}

/** The console's menu. The brands' sections come from the table of brands. */
export const GROUPS: readonly SectionGroup[] = [
	{
		name: 'Now',
		sections: [
			OVERVIEW,
			{
				id: 'deliveries',
				label: 'Deliveries',
				icon: ListChecks,
				...lazily(() => import('../deliveries/Deliveries.tsx')),
			},
			{ id: 'events', label: 'Events', icon: Activity, ...lazily(() => import('../events/Events.tsx')) },
			{ id: 'coverage', label: 'Coverage', icon: Radar, ...lazily(() => import('../coverage/Coverage.tsx')) },
		],
	},
	{
		name: 'Webhooks',
		sections: [
			{
				id: 'allwebhooks',
				label: 'All webhooks',
				icon: Webhook,
				...lazily(() => import('../webhookPage/AllWebhooks.tsx')),
			},
			...brandSections.filter(({ id }) => id !== announcementScreen),
		],
	},
	{
		name: 'Watch lists',
		sections: [
			{
				id: 'imagemonitor',
				label: 'Image Monitor',
				alias: 'SKU watch lists',
				names: 'SKU manager',
				icon: PackageSearch,
				...lazily(async () => ({ default: (await import('../watchlists/SkuManager.tsx')).SkuManager })),
			},
			{
				id: 'hotsku',
				label: 'Hot SKU',
				alias: 'Lists polled first',
				icon: Zap,
				...lazily(() => import('../watchlists/HotSkus.tsx')),
			},
			{ id: 'links', label: 'Links', icon: ExternalLink, ...lazily(() => import('../watchlists/Links.tsx')) },
			{ id: 'keywords', label: 'Keywords', icon: TextSearch, ...lazily(() => import('../keywords/Keywords.tsx')) },
		],
	},
	{
		name: 'Send',
		sections: [
			...brandSections.filter(({ id }) => id === announcementScreen),
			{
				id: 'twitter',
				label: 'Twitter',
				alias: 'Posts on X',
				names: 'Social posts',
				icon: AtSign,
				...lazily(() => import('../social/SocialMonitor.tsx')),
			},
			{
				id: 'webhooks',
				label: 'Webhooks',
				alias: 'Broadcast list',
				icon: Megaphone,
				...lazily(async () => ({ default: (await import('../webhooks/Broadcast.tsx')).Broadcast })),
			},
		],
	},
	{
		name: 'Tools',
		sections: [
			{
				id: 'skus',
				label: 'SKU images',
				heading: 'Search SKU Images',
				icon: Image,
				...lazily(async () => ({ default: (await import('../images/pages.tsx')).AdminImages })),
			},
			{
				id: 'productquery',
				label: 'Product Query',
				heading: 'Search Product',
				icon: SearchCheck,
				...lazily(async () => ({ default: (await import('../products/ProductQuery.tsx')).ProductQuery })),
			},
			{
				id: 'urlshortener',
				label: 'URL Shortener',
				icon: Link2,
				...lazily(() => import('../shortener/Shortener.tsx')),
			},
		],
	},
	{
		name: 'Admin',
		sections: [
			{
				id: 'access',
				label: 'Access',
				icon: UsersRound,
				...lazily(async () => ({ default: (await import('../access/Access.tsx')).Access })),
			},
			{ id: 'tokens', label: 'API tokens', icon: KeyRound, ...lazily(() => import('../tokens/Tokens.tsx')) },
			{ id: 'audit', label: 'Audit', icon: ScrollText, ...lazily(() => import('../audit/Audit.tsx')) },
		],
	},
];

/** The console's sections in menu order. */
export const SECTIONS: readonly Section[] = GROUPS.flatMap(({ sections }) => sections);

/** Whether one of a section's names contains a text in lower case. */
export function isNamed({ label, alias, names, heading }: Section, wanted: string): boolean {
	return [label, alias, names, heading].some((name) => name?.toLowerCase().includes(wanted));
}

/** The console's first page. */
export const FIRST_SECTION = OVERVIEW.id;

/** Whether a user has access to the product query (spec 1, section 6). */
export function seesProducts({ roles }: CurrentUser): boolean {
	return roles.includes('premium') || roles.includes('admin');
}
