import { REFURBISHED_LIST } from './listNames.ts';

/**
 * The offers that a retailer can make of one SKU in one region. Each offer is a product of its own: it has its own
 * snapshot and history, and is never compared with the other.
 */
export const OFFERS = { NEW: { name: 'New' }, REFURBISHED: { name: 'Refurbished' } } as const satisfies Record<
	string,
	{ name: string }
>;
export type Offer = keyof typeof OFFERS;

export const OFFER_IDS = Object.keys(OFFERS) as [Offer, ...Offer[]];

/** The category of refurbished products. Products of all other categories are new. */
const REFURBISHED_CATEGORY = 'REFURBISHED';

/** The offer that a product of this category is. */
export function offerOf(category: string): Offer {
	return category === REFURBISHED_CATEGORY ? 'REFURBISHED' : 'NEW';
}

/** The offer whose SKUs a watch list contains. */
export function offerOfList(list: string): Offer {
	return list === REFURBISHED_LIST ? 'REFURBISHED' : 'NEW';
}

/** The name of the source that reads an offer of a brand's products: `NIKE`, `NIKE_REFURBISHED`. */
export function sourceNameOf({ name, offer = 'NEW' }: { name: string; offer?: Offer }): string {
	return offer === 'NEW' ? name : `${name}_${offer}`;
}
