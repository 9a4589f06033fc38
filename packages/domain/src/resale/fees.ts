import { formatMoney } from '../money.ts';

/** What a market keeps of a sale. */
export interface ResaleFee {
	/** `STOCKX`. */
	market: string;
	/** Commission, percent of the price. */
	percent: number;
	/** Per sale, in minor units of `currency`. */
	fixed: number;
	/** For the payment or the withdrawal, percent of the price. */
	payment: number;
	/** What the seller pays for shipping, in minor units of `currency`. */
	shipping: number;
	currency: string;
	/** The day of which the fee is known, `YYYY-MM-DD`. */
	asOf: string;
	/** Where it is published, and for whom it holds. */
	source: string;
}

/** The only market with an interface that Dropwire reads. */
export const EBAY = 'EBAY';

/** Where people search a market for a SKU. */
const SEARCHES: Readonly<Record<string, string>> = {
	STOCKX: 'https://stockx.com/search?s=',
	GOAT: 'https://www.goat.com/search?query=',
	[EBAY]: 'https://www.ebay.com/sch/i.html?_nkw=',
};

/** The names of markets that are not their own name in capitals. */
const NAMES: Readonly<Record<string, string>> = { STOCKX: 'StockX', [EBAY]: 'eBay' };

/** The name that people read. */
export function marketName(market: string): string {
	return NAMES[market] ?? market;
}

/** The page of a market's search for a SKU; null for a market whose pages are unknown. */
export function marketSearch(market: string, sku: string): string | null {
	const search = SEARCHES[market];
	return search === undefined ? null : search + encodeURIComponent(sku);
}

const OLD_DAYS = 180;

/** Whether a fee must be looked up again: it is of a day more than 180 days ago. */
export function isOldFee({ asOf }: Pick<ResaleFee, 'asOf'>, now: number): boolean {
	return now - Date.parse(asOf) > OLD_DAYS * 86_400_000;
}

/** `9% + 3% + $4.00`: commission, payment, and what is fixed. */
export function feeText({ percent, payment, fixed, shipping, currency }: ResaleFee): string {
	const shares = [percent, payment].filter((share) => share > 0).map((share) => `${share}%`);
	const amounts = [fixed, shipping].filter((amount) => amount > 0).map((amount) => formatMoney(amount, currency));
	return [...shares, ...amounts].join(' + ') || 'None';
}
