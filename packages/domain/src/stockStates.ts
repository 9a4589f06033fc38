/**
 * What a shop says about buying a product or a size now. Only `in_stock` is available: it is bought now and sent now. The
 * other ways to order are states of their own, because a reseller who reads "restock" expects stock.
 *
 * - `preorder`: ordered before its release.
 * - `backorder`: ordered while sold out, sent later.
 * - `made_to_order`: made after the order.
 * - `queue`: sold behind a queue page.
 * - `draw`: entries for a draw or a raffle.
 * - `preview`: shown, but not orderable yet.
 * - `in_store`: sold in the shop's stores only.
 */
export const STOCK_STATES = [
	'in_stock',
	'out',
	'unknown',
	'preorder',
	'backorder',
	'made_to_order',
	'queue',
	'draw',
	'preview',
	'in_store',
] as const;
export type StockState = (typeof STOCK_STATES)[number];

/** The states that `available` does not say: neither in stock, nor sold out, nor unknown. */
export type OtherState = Exclude<StockState, 'in_stock' | 'out' | 'unknown'>;

export const OTHER_STATES = STOCK_STATES.slice(3) as [OtherState, ...OtherState[]];

/** The state of a product or a size. One with `state` has `available: false`. */
export function stockStateOf({
	available,
	state,
}: {
	available: boolean | null;
	state?: OtherState | undefined;
}): StockState {
	if (state !== undefined) return state;
	if (available === null) return 'unknown';
	return available ? 'in_stock' : 'out';
}
