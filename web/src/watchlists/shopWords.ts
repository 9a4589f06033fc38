import {
	type Evidence,
	formatMoney,
	type ShopAdapter,
	STATE_NAMES,
	type StockState,
	stockStateOf,
} from '@dropwire/contract';

/** The formats in which links are read, as users know them. */
export const ADAPTER_NAMES: Readonly<Record<ShopAdapter, string>> = {
	schemaOrg: 'schema.org page',
	openGraph: 'Open Graph or RDFa page',
	shopify: 'Shopify',
	wooCommerce: 'WooCommerce',
	ucp: 'UCP catalogue',
	finishLine: "JD and Finish Line's sizes",
	sfcc: 'SFCC product JSON',
	hp: "HP's page",
	nike: "Nike's page",
};

/** What a shop states about stock. */
export const EVIDENCE_NAMES: Readonly<Record<Evidence, string>> = {
	count: 'the shop counts its stock per size',
	level: 'the shop states levels per size',
	size: 'the shop states availability per size',
	product: 'the shop states availability of the product only',
	none: 'the shop states nothing about stock',
};

interface Stock {
	available: boolean | null;
	/** Unset where the answer states only whether it is available. */
	state?: StockState;
	count: number | null;
	/** Set if the shop stops counting at `count`. */
	countIsMinimum?: true | undefined;
}

/** `in stock`, `out of stock`, `stock unknown`, `pre-order`. */
export function stockText({ available, state = stockStateOf({ available }) }: Omit<Stock, 'count'>): string {
	const names = { ...STATE_NAMES, in_stock: 'in stock', out: 'out of stock', unknown: 'stock unknown' };
	return names[state].toLowerCase();
}

/** `in stock, 15+`. */
export function sizeText({ count, countIsMinimum, ...stock }: Stock): string {
	return `${stockText(stock)}${count === null ? '' : `, ${count}${countIsMinimum ? '+' : ''}`}`;
}

/** `$79.00 (was $92.00)`. */
export function priceText({ current, full, currency }: { current: number; full: number; currency: string }): string {
	const now = formatMoney(current, currency);
	return full > current ? `${now} (was ${formatMoney(full, currency)})` : now;
}

/** The most precise statement about stock in a reading. */
export function evidenceOf({ available, sizes }: { available: boolean | null; sizes: readonly Stock[] }): Evidence {
	if (sizes.some(({ count }) => count !== null)) return 'count';
	if (sizes.some((size) => size.available !== null)) return 'size';
	return available === null ? 'none' : 'product';
}
