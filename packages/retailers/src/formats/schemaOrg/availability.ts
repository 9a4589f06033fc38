import { term } from './thing.ts';

/** Whether an offer can be ordered now, per term of schema.org's ItemAvailability. Other words are unknown. */
const AVAILABLE: ReadonlyMap<string, boolean> = new Map([
	['instock', true],
	['limitedavailability', true],
	['onlineonly', true],
	// Ordered now, sent later.
	['preorder', true],
	['presale', true],
	['backorder', true],
	['madetoorder', true],
	['outofstock', false],
	['soldout', false],
	['discontinued', false],
	['reserved', false],
	// Not by post.
	['instoreonly', false],
]);

/** Null for no term, or for one that is not in the table. Shops also write `In Stock`, `in_stock` and `InStock/`. */
export function availabilityOf(text: string | null): boolean | null {
	const word = term(text ?? '')
		.toLowerCase()
		.replaceAll(/[^a-z]/g, '');
	return AVAILABLE.get(word) ?? null;
}
