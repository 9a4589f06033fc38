import type { ProductStatus } from './statuses.ts';
import { formatMoney } from './money.ts';

/**
 * The words of a product card. Discord messages, the bot, the command line and the product query show a product with
 * these words and in this order: status, price, launch, sizes, link, time of the check.
 */
export const CARD_TERMS = {
	status: 'Status',
	price: 'Price',
	launch: 'Launch',
	sizes: 'Sizes',
	link: 'Link',
	checked: 'Checked',
} as const;

/** The terms that can be compared between regions: sizes and prices have other notations and currencies. */
export type Comparable = 'status' | 'price' | 'launch';

/**
 * What differs from the same product in another region: status, whether it is discounted and by how much, and the moment of
 * the launch.
 */
export function cardDifferences(card: Compared, other: Compared): Comparable[] {
	const discount = ({ price }: Compared) => (price === null ? null : priceTexts(price).discount);
	const differs: Record<Comparable, boolean> = {
		status: statusText(card) !== statusText(other),
		price: discount(card) !== discount(other),
		launch: card.launchAt !== other.launchAt,
	};
	return (Object.keys(differs) as Comparable[]).filter((term) => differs[term]);
}

interface Compared {
	status: ProductStatus | null;
	available: boolean | null;
	price: CardPrice | null;
	launchAt: number | null;
}

/** How a launch is sold: `LEO` short entry window, `DAN` draw, `FLOW` first come, first served. */
export const LAUNCH_METHODS = ['LEO', 'DAN', 'FLOW'] as const;
export type LaunchMethod = (typeof LAUNCH_METHODS)[number];

/** Stock of one size, as precise as the shop reports it. */
export interface CardSize {
	size: string;
	/** Null is unknown. */
	available: boolean | null;
	level: string | null;
	count: number | null;
	/** Set if the shop stops counting at `count`. */
	countIsMinimum?: true | undefined;
}

/** Integers in the currency's minor unit. */
export interface CardPrice {
	current: number;
	full: number;
	currency: string;
}

/** The retailer's status, or the stock of a retailer without statuses. */
export function statusText({ status, available }: { status: ProductStatus | null; available: boolean | null }): string {
	if (status !== null) return status;
	if (available === null) return 'stock unknown';
	return available ? 'available' : 'sold out';
}

/** The price, the full price of a discounted product, and the discount in whole percent, rounded down. */
export function priceTexts({ current, full, currency }: CardPrice): {
	now: string;
	was: string | null;
	discount: number | null;
} {
	const discounted = full > current;
	return {
		now: formatMoney(current, currency),
		was: discounted ? formatMoney(full, currency) : null,
		discount: discounted ? Math.floor(((full - current) / full) * 100) : null,
	};
}

/**
 * How a launch is sold; empty if unknown.
 * @param until the end of a draw's entries, in the reader's time zone; null where the retailer does not say
 */
export function launchMethodText(method: LaunchMethod | null, until: string | null): string {
	if (method === 'DAN') return until === null ? 'draw' : `draw, entries until ${until}`;
	if (method === 'LEO') return 'short entry window, random order';
	return method === 'FLOW' ? 'first come, first served' : '';
}

/** The sizes in the groups in which every card shows them, each in the retailer's order. */
export function sizeGroups<Size extends CardSize>(
	sizes: readonly Size[],
): { inStock: Size[]; unknown: Size[]; soldOut: Size[] } {
	const inState = (state: boolean | null) => sizes.filter(({ available }) => available === state);
	return { inStock: inState(true), unknown: inState(null), soldOut: inState(false) };
}

/** The names of the groups after the first, which is named by `sizesTerm`. */
export const SIZE_GROUPS = { unknown: 'Stock unknown', soldOut: 'Sold out' } as const;

/** How many of the sizes are in stock: `2/6, 2 unknown`; empty without sizes. */
export function sizeCounts(sizes: readonly CardSize[]): string {
	if (sizes.length === 0) return '';
	const { inStock, unknown } = sizeGroups(sizes);
	return `${inStock.length}/${sizes.length}${unknown.length > 0 ? `, ${unknown.length} unknown` : ''}`;
}

const BARS: Readonly<Partial<Record<string, string>>> = { HIGH: '▰▰▰', MEDIUM: '▰▰▱', LOW: '▰▱▱', OOS: '▱▱▱' };

/** The stock of a size in stock: `· 15+`, or `▰▰▱` for a level; empty if the shop reports neither. */
export function stockText({ level, count, countIsMinimum }: CardSize): string {
	if (count !== null) return `· ${count}${countIsMinimum ? '+' : ''}`;
	return BARS[level ?? ''] ?? '';
}
