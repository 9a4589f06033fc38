import { ListChecks, type LucideIcon, PackageSearch, Shirt, Footprints } from 'lucide-react';
import type { ComponentType } from 'react';
import { DeliveryLog } from '../deliveries/DeliveryLog.tsx';
import { SkuManager } from '../watchlists/SkuManager.tsx';
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
	{ id: 'deliveries', label: 'Deliveries', icon: ListChecks, screen: DeliveryLog },
];
