import {
	AtSign,
	Flame,
	Footprints,
	Gauge,
	Hash,
	Image,
	Laptop,
	Link2,
	ListChecks,
	type LucideIcon,
	Megaphone,
	PackageSearch,
	Recycle,
	SearchCheck,
	Shirt,
	ShoppingBag,
	Timer,
	UsersRound,
	Zap,
} from 'lucide-react';
import type { CurrentUser } from '@dropwire/bff/contract';
import { type ComponentType, lazy } from 'react';
import type { BrandId } from '../webhooks/brands.ts';

export interface Section {
	/** The content id in the address. */
	id: string;
	label: string;
	icon: LucideIcon;
	/** Fetches its code, before or when it is opened. */
	load(): Promise<unknown>;
	screen: ComponentType;
}

/** A screen whose code comes when it is wanted. */
function late(load: () => Promise<{ default: ComponentType }>): Pick<Section, 'load' | 'screen'> {
	return { load, screen: lazy(load) };
}
const brand = (id: BrandId) =>
	late(async () => ({ default: (await import('../webhooks/screens.tsx')).brandScreen(id) }));

/** The console's sections, in menu order. Adding one is adding a line. */
export const SECTIONS: readonly [Section, ...Section[]] = [
	{ id: 'overview', label: 'Overview', icon: Gauge, ...late(() => import('../overview/Overview.tsx')) },
	{ id: 'nike-shoes', label: 'Nike Shoes', icon: Footprints, ...brand('nike-shoes') },
	{ id: 'nike-equipment', label: 'Nike Other', icon: Shirt, ...brand('nike-equipment') },
	{ id: 'nike-refurbished', label: 'Nike Refurbished', icon: Recycle, ...brand('nike-refurbished') },
	{ id: 'hp', label: 'HP', icon: Laptop, ...brand('hp') },
	{ id: 'adidas', label: 'Adidas', icon: Flame, ...brand('adidas') },
	{ id: 'asics', label: 'ASICS', icon: Timer, ...brand('asics') },
	{ id: 'jdfnl', label: 'JD/FNL', icon: ShoppingBag, ...brand('jdfnl') },
	{ id: 'stocknumber', label: 'Discoping', icon: Hash, ...late(() => import('../announcements/Announcement.tsx')) },
	{
		id: 'imagemonitor',
		label: 'Image Monitor',
		icon: PackageSearch,
		...late(async () => ({ default: (await import('../watchlists/SkuManager.tsx')).SkuManager })),
	},
	{ id: 'hotsku', label: 'Hot SKU', icon: Zap, ...late(() => import('../watchlists/HotSkus.tsx')) },
	{ id: 'twitter', label: 'Twitter', icon: AtSign, ...late(() => import('../social/SocialMonitor.tsx')) },
	{
		id: 'urlshortener',
		label: 'URL Shortener',
		icon: Link2,
		...late(() => import('../shortener/Shortener.tsx')),
	},
	{
		id: 'skus',
		label: 'SKU images',
		icon: Image,
		...late(async () => ({ default: (await import('../images/pages.tsx')).AdminImages })),
	},
	{
		id: 'productquery',
		label: 'Product Query',
		icon: SearchCheck,
		...late(async () => ({ default: (await import('../products/ProductQuery.tsx')).ProductQuery })),
	},
	{
		id: 'webhooks',
		label: 'Webhooks',
		icon: Megaphone,
		...late(async () => ({ default: (await import('../webhooks/Broadcast.tsx')).Broadcast })),
	},
	{
		id: 'access',
		label: 'Access',
		icon: UsersRound,
		...late(async () => ({ default: (await import('../access/Access.tsx')).Access })),
	},
	{
		id: 'deliveries',
		label: 'Deliveries',
		icon: ListChecks,
		...late(async () => ({ default: (await import('../deliveries/DeliveryLog.tsx')).DeliveryLog })),
	},
];

/** The console's first page. */
export const FIRST_SECTION = SECTIONS[0].id;

/** Who sees the product query (spec 1, section 6). */
export function seesProducts({ roles }: CurrentUser): boolean {
	return roles.includes('premium') || roles.includes('admin');
}
