import { type Offer, OFFERS } from './offers.ts';
import type { ProductStatus } from './statuses.ts';
import {
	OTHER_STATES,
	type OtherState,
	STATE_NAMES,
	type Stated,
	type StockState,
	stockStateOf,
} from './stockStates.ts';
import { formatMoney } from './money.ts';
import { sortSizes } from './sizes.ts';

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

/** Discounts that differ by at most this are the same offer, in percentage points: shops round prices in each currency. */
const ONE_DISCOUNT = 2;
/** Launches at the same local time in all regions are up to a day apart, ms. */
const ONE_LAUNCH_MS = 86_400_000;

/**
 * What sets a product apart in a region: its status, discount or launch where most regions have another one. Prices cannot be
 * compared, since currencies and taxes differ; nor can what a shop does not state.
 * @returns the terms of each card, in the order of the cards; none where no value is that of more than half of the regions
 */
export function unusualTerms(cards: readonly Compared[]): Comparable[][] {
	const unusual: Readonly<Record<Comparable, readonly boolean[]>> = {
		status: apart(cards.map(statusText), (a, b) => a === b),
		price: apart(
			cards.map(({ price }) => price && (priceTexts(price).discount ?? 0)),
			(a, b) => Math.abs(a - b) <= ONE_DISCOUNT,
		),
		launch: apart(
			cards.map(({ launchAt }) => launchAt),
			(a, b) => Math.abs(a - b) <= ONE_LAUNCH_MS,
		),
	};
	return cards.map((_, index) => (Object.keys(unusual) as Comparable[]).filter((term) => unusual[term][index]));
}

/** Which values differ from the one of more than half of all that are known; none if there is no such value. */
function apart<T>(values: readonly (T | null)[], isSame: (a: T, b: T) => boolean): boolean[] {
	const known = values.filter((value) => value !== null);
	const usual = known.find((value) => known.filter((other) => isSame(value, other)).length > known.length / 2);
	return values.map((value) => value !== null && usual !== undefined && !isSame(usual, value));
}

interface Compared extends Status {
	price: CardPrice | null;
	launchAt: number | null;
}

/** How a launch is sold: `LEO` short entry window, `DAN` draw, `FLOW` first come, first served. */
export const LAUNCH_METHODS = ['LEO', 'DAN', 'FLOW'] as const;
export type LaunchMethod = (typeof LAUNCH_METHODS)[number];

/** Stock of one size, as precise as the shop reports it. */
export interface CardSize extends Stated {
	size: string;
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

/** The stock of a product, in English. Programs in other languages have texts for the same keys. */
export const STOCK_NAMES = {
	unknown: 'stock unknown',
	available: 'available',
	soldOut: 'sold out',
	...STATE_NAMES,
} as const;

export function stockKey(product: Stated): keyof typeof STOCK_NAMES {
	const state = stockStateOf(product);
	if (state === 'in_stock') return 'available';
	return state === 'out' ? 'soldOut' : state;
}

/**
 * The retailer's status, and how the product can be had if it is not in stock; the stock of a retailer without statuses. A
 * refurbished offer is named first.
 */
export function statusText({ status, offer = 'NEW', ...product }: Status): string {
	const stock = status === null || product.state !== undefined ? STOCK_NAMES[stockKey(product)] : '';
	return [offer === 'NEW' ? '' : OFFERS[offer].name, status, stock].filter(Boolean).join(' · ');
}

interface Status extends Stated {
	status: ProductStatus | null;
	offer?: Offer;
}

/**
 * The price, the full price of a discounted product, and the discount in whole percent, rounded down.
 * @param language the reader's language, by which amounts are written
 */
export function priceTexts(
	{ current, full, currency }: CardPrice,
	language?: string,
): {
	now: string;
	was: string | null;
	discount: number | null;
} {
	const discounted = full > current;
	return {
		now: formatMoney(current, currency, language),
		was: discounted ? formatMoney(full, currency, language) : null,
		discount: discounted ? Math.floor(((full - current) / full) * 100) : null,
	};
}

/** The price, and the full price of a discounted product: `$79.00 (was $92.00)`. */
export function priceText(price: CardPrice): string {
	const { now, was } = priceTexts(price);
	return was === null ? now : `${now} (was ${was})`;
}

/** How a launch is sold, in English. Programs in other languages have texts for the same keys. */
export const LAUNCH_METHOD_NAMES = {
	draw: 'draw',
	drawUntil: 'draw, entries until {until}',
	shortWindow: 'short entry window, random order',
	firstCome: 'first come, first served',
} as const;

/**
 * How a launch is sold; null if unknown.
 * @param hasEnd whether the retailer says when the entries of a draw end
 */
export function launchMethodKey(method: LaunchMethod | null, hasEnd: boolean): keyof typeof LAUNCH_METHOD_NAMES | null {
	if (method === 'DAN') return hasEnd ? 'drawUntil' : 'draw';
	if (method === 'LEO') return 'shortWindow';
	return method === 'FLOW' ? 'firstCome' : null;
}

/**
 * How a launch is sold; empty if unknown.
 * @param until the end of a draw's entries, in the reader's time zone; null where the retailer does not say
 */
export function launchMethodText(method: LaunchMethod | null, until: string | null): string {
	const key = launchMethodKey(method, until !== null);
	return key === null ? '' : LAUNCH_METHOD_NAMES[key].replace('{until}', until ?? '');
}

/** The sizes in the groups in which every card shows them, each from the smallest. */
export interface SizeGroups<Size> {
	inStock: Size[];
	/** Those that can be had in another way, in the order of `OTHER_STATES`; only states that a size has. */
	other: { state: OtherState; sizes: Size[] }[];
	unknown: Size[];
	soldOut: Size[];
}

export function sizeGroups<Size extends CardSize>(sizes: readonly Size[]): SizeGroups<Size> {
	const sorted = sortSizes(sizes);
	const inState = (state: StockState) => sorted.filter((size) => stockStateOf(size) === state);
	const other = OTHER_STATES.map((state) => ({ state, sizes: inState(state) }));
	return {
		inStock: inState('in_stock'),
		other: other.filter((group) => group.sizes.length > 0),
		unknown: inState('unknown'),
		soldOut: inState('out'),
	};
}

/** The names of the groups after the first, which is named by `CARD_TERMS.sizes`; the other states have `STATE_NAMES`. */
export const SIZE_GROUPS = { unknown: 'Stock unknown', soldOut: 'Sold out' } as const;

/** A group after the first, as cards list it: its name and its sizes. */
export interface NamedGroup<Size> {
	name: string;
	kind: 'other' | 'unknown' | 'soldOut';
	sizes: Size[];
}

/** The groups after the first that have sizes, in the order in which cards list them, with their English names. */
export function namedGroups<Size>({ other, unknown, soldOut }: SizeGroups<Size>): NamedGroup<Size>[] {
	return [
		...other.map(({ state, sizes }) => ({ name: STATE_NAMES[state], kind: 'other', sizes }) as const),
		{ name: SIZE_GROUPS.unknown, kind: 'unknown', sizes: unknown } as const,
		{ name: SIZE_GROUPS.soldOut, kind: 'soldOut', sizes: soldOut } as const,
	].filter(({ sizes }) => sizes.length > 0);
}

/** How many of the sizes are in stock, how many there are, and of how many it is unknown. */
export function sizeTotals(sizes: readonly CardSize[]): { inStock: number; all: number; unknown: number } {
	const count = (state: StockState) => sizes.filter((size) => stockStateOf(size) === state).length;
	return { inStock: count('in_stock'), all: sizes.length, unknown: count('unknown') };
}

/** How many of the sizes are in stock: `2/6, 2 unknown`; empty without sizes. */
export function sizeCounts(sizes: readonly CardSize[]): string {
	const { inStock, all, unknown } = sizeTotals(sizes);
	if (all === 0) return '';
	return `${inStock}/${all}${unknown > 0 ? `, ${unknown} unknown` : ''}`;
}

const BARS: Readonly<Partial<Record<string, string>>> = { HIGH: '▰▰▰', MEDIUM: '▰▰▱', LOW: '▰▱▱', OOS: '▱▱▱' };

/** The stock of a size in stock: `· 15+`, or `▰▰▱` for a level; empty if the shop reports neither. */
export function stockText({ level, count, countIsMinimum }: CardSize): string {
	if (count !== null) return `· ${count}${countIsMinimum ? '+' : ''}`;
	return BARS[level ?? ''] ?? '';
}
