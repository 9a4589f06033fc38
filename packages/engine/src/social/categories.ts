import type { EventKind, SocialCategory, SocialChange } from '@dropwire/domain';

/** The change type of each event kind; none of a release, which is not posted. */
export const CHANGE_OF: Readonly<Partial<Record<EventKind, SocialChange>>> = {
	SHOCK_DROP: 'restock',
	LIVE: 'restock',
	NEW: 'state',
	STATUS: 'state',
	PRICE: 'price',
	RESTOCK: 'restock',
	STOCK: 'restock',
};

/** `shoe` for footwear, `other` for everything else. */
export function categoryOf(category: string): SocialCategory {
	return category === 'SHOES' || category === 'REFURBISHED' ? 'shoe' : 'other';
}
