import {
	Footprints,
	Image,
	ListChecks,
	type LucideIcon,
	Megaphone,
	PackageSearch,
	SearchCheck,
	Shirt,
	UsersRound,
} from 'lucide-react';
import type { CurrentUser } from '@dropwire/bff/contract';
import type { ComponentType } from 'react';
import { Access } from '../access/Access.tsx';
import { DeliveryLog } from '../deliveries/DeliveryLog.tsx';
import { AdminImages } from '../images/pages.tsx';
import { ProductQuery } from '../products/ProductQuery.tsx';
import { SkuManager } from '../watchlists/SkuManager.tsx';
import { Broadcast } from '../webhooks/Broadcast.tsx';
import { NikeEquipment, NikeShoes } from '../webhooks/NikeWebhooks.tsx';

export interface Section {
	/** The content id in the address. */
	id: string;
	label: string;
	icon: LucideIcon;
	screen: ComponentType;
}

/** The console's sections, in menu order. Adding one is adding a line. */
export const SECTIONS: readonly [Section, ...Section[]] = [
	{ id: 'nike-shoes', label: 'Nike Shoes', icon: Footprints, screen: NikeShoes },
	{ id: 'nike-equipment', label: 'Nike Other', icon: Shirt, screen: NikeEquipment },
	{ id: 'imagemonitor', label: 'SKU manager', icon: PackageSearch, screen: SkuManager },
	{ id: 'skus', label: 'SKU images', icon: Image, screen: AdminImages },
	{ id: 'productquery', label: 'Product Query', icon: SearchCheck, screen: ProductQuery },
	{ id: 'webhooks', label: 'Webhooks', icon: Megaphone, screen: Broadcast },
	{ id: 'access', label: 'Access', icon: UsersRound, screen: Access },
	{ id: 'deliveries', label: 'Deliveries', icon: ListChecks, screen: DeliveryLog },
];

/** Who sees the product query (spec 1, section 6). */
export function seesProducts({ roles }: CurrentUser): boolean {
	return roles.includes('premium') || roles.includes('admin');
}
