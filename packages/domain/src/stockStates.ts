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

/** Type guard: whether a product or size in this state can be had in another way than from stock. */
export function isOther(state: StockState): state is OtherState {
	return state !== 'in_stock' && state !== 'out' && state !== 'unknown';
}

/** How a state is named in messages and on screens. Programs in other languages have texts for the same keys. */
export const STATE_NAMES = {
	preorder: 'Pre-order',
	backorder: 'Back-order',
	made_to_order: 'Made to order',
	queue: 'Queue',
	draw: 'Draw',
	preview: 'Preview',
	in_store: 'In store only',
} as const satisfies Record<OtherState, string>;

/** What is said about the stock of a product or a size. */
export interface Stated {
	/** Null is unknown. */
	available: boolean | null;
	/** How it can be had although it is not in stock; then `available` is false. */
	state?: OtherState | undefined;
}

/** The state of a product or a size. One with `state` has `available: false`. */
export function stockStateOf({ available, state }: Stated): StockState {
	if (state !== undefined) return state;
	if (available === null) return 'unknown';
	return available ? 'in_stock' : 'out';
}

/**
 * The state in which a size can be bought: of a product that is not in stock, the stock that the shop lists for a size is
 * in the product's state.
 */
export function sizeStateOf(product: Stated, size: Stated): StockState {
	const state = stockStateOf(size);
	return state === 'in_stock' && product.available === false ? stockStateOf(product) : state;
}

/** What a state says; `stockStateOf` is its reverse. */
export function stockOf(state: StockState): { available: boolean | null; state?: OtherState } {
	if (state === 'unknown') return { available: null };
	return isOther(state) ? { available: false, state } : { available: state === 'in_stock' };
}
