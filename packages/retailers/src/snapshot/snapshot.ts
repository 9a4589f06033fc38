import type { Brand, Evidence, LaunchMethod, OtherState, ProductStatus, Region } from '@dropwire/domain';

/** Stock of one size, as precise as the shop reports it: a level, a count, or only whether it is available. */
export interface SizeStock {
	/** The size in that region's notation: `9`, `EU 42.5`, `W 5 / M 3.5`. */
	size: string;
	/** Whether it is in stock; null is unknown. A size is never available by default. */
	available: boolean | null;
	/** How it can be had although it is not in stock; then `available` is false. */
	state?: OtherState;
	level: 'HIGH' | 'MEDIUM' | 'LOW' | 'OOS' | null;
	count: number | null;
	/** Set if the shop stops counting at `count`: 15 then means 15 or more. */
	countIsMinimum?: true;
	/** A link that puts the size into the shop's cart. */
	url?: string;
}

/** Money in the currency's minor unit: 20500 is 205.00 USD, 17380 is 17,380 JPY. */
export interface Price {
	current: number;
	full: number;
	currency: string;
}

/**
 * A product's state in a region at one moment, with the same fields for every retailer. Plain JSON: it is stored and
 * compared without conversion, and contains no field that changes without news (no fetch times, no page IDs).
 */
export interface ProductSnapshot {
	brand: Brand;
	sku: string;
	region: Region;
	title: string;
	subtitle: string | null;
	/** Unset or null if unknown. */
	color?: string | null;
	/** The category of the product's topics (`SHOES`, `EQUIPMENT`, …). */
	category: string;
	/** Null for retailers without statuses. */
	status: ProductStatus | null;
	price: Price | null;
	/**
	 * When a check last read the price, epoch ms; set by the engine while the retailer states none, and unset while the price is
	 * current.
	 */
	priceAt?: number;
	/** The announced launch, epoch ms; null if none is announced. */
	launchAt: number | null;
	/**
	 * Whether the date was too far ahead to be an announcement when it was first seen; set by the engine. The date stays one
	 * until the retailer names another.
	 */
	launchIsPlaceholder?: true;
	/**
	 * Whether the product was on sale when an external monitor named the date, or its shop goes on naming an earlier one: it is
	 * sold before it, too; set by the engine.
	 */
	launchIsAgain?: true;
	/** The external monitor that named the launch last; set by the engine, and unset if our source names it. */
	launchBy?: string;
	/** `LEO` short entry window, `DAN` draw, `FLOW` first come, first served; null if unknown. */
	launchMethod: LaunchMethod | null;
	/** Until when a draw takes entries, epoch ms; unset where the retailer does not say. */
	entriesUntil?: number;
	/** Whether the retailer reports the product as available, regardless of its sizes; null is unknown. */
	available: boolean | null;
	/** How it can be had although it is not in stock; then `available` is false. */
	state?: OtherState;
	/** The most precise statement about stock in the answer; unset in reports of external monitors. */
	evidence?: Evidence;
	/** In the retailer's order; empty if the retailer lists none. */
	sizes: SizeStock[];
	promoExcluded: boolean;
	image: string | null;
	/** The product's page at the shop; null if there is none. */
	url: string | null;
}

/** A product in the format of the product query (contract: "Product entry"). */
export interface ProductEntry {
	id: string;
	title: string;
	/** The SKU. */
	styleColor: string;
	subtitle: string;
	/** ISO 8601, or empty. */
	commerceStartDate: string;
	/** In the currency's major unit; null if unknown. */
	price: number | null;
	currency: string;
	discounted: boolean;
	isPromoExclusionMessage: boolean;
	colorDescription: string;
	slug: string;
	descriptionHeading: string;
	/** The retailer's own HTML. Show it as text only. */
	description: string;
	images: string[];
}

/** The stock of one size in one store. */
export type StoreSize = Pick<SizeStock, 'size' | 'level' | 'count'> & { available: boolean };
