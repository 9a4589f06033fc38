import { type Evidence, type OtherState, type ShopAdapter, STATE_NAMES } from '@dropwire/contract';

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
	state?: OtherState | undefined;
	count: number | null;
	/** Set if the shop stops counting at `count`. */
	countIsMinimum?: true | undefined;
}

/** `in stock`, `out of stock`, `Pre-order`, `stock unknown`. */
export function stockText(available: boolean | null, state?: OtherState | null): string {
	if (state) return STATE_NAMES[state];
	if (available === null) return 'stock unknown';
	return available ? 'in stock' : 'out of stock';
}

/** `in stock, 15+`. */
export function sizeText({ available, state, count, countIsMinimum }: Stock): string {
	return `${stockText(available, state)}${count === null ? '' : `, ${count}${countIsMinimum ? '+' : ''}`}`;
}

/** The most precise statement about stock in a reading. */
export function evidenceOf({ available, sizes }: { available: boolean | null; sizes: readonly Stock[] }): Evidence {
	if (sizes.some(({ count }) => count !== null)) return 'count';
	if (sizes.some((size) => size.available !== null)) return 'size';
	return available === null ? 'none' : 'product';
}
