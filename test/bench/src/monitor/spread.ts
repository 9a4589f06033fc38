import type { Brand } from '@dropwire/domain';
import type { ShopId } from '@dropwire/sandbox';

/** Products of one shop, or of many shops of one kind, as `leanShops.main.ts` serves them. */
export interface Stock {
	/** The shop of the sandbox whose answers are multiplied; for the feed, there are none. */
	shop: ShopId | null;
	/** The source in `source_rounds`. */
	source: string;
	brand: Brand;
	list: string;
	skus: number;
	/** The number of shops; unset for the brand's own. */
	hosts?: number;
	/** The number of the first product: of several shops with the same SKU, only one has it as its product's. */
	first?: number;
}

/** Links of shops with the same software. */
const LINKS = { source: 'SHOPS', brand: 'SHOPS', list: 'LINKS', skus: 1000, hosts: 50 } as const;

/** The watched products of the measurement: 100,000 SKU-regions, spread over all sources. */
export const SPREAD: readonly Stock[] = [
	// In 16 regions.
	{ shop: null, source: 'NIKE', brand: 'NIKE', list: 'MONITOR1', skus: 5250 },
	{ shop: 'nike_refurbished', source: 'NIKE_REFURBISHED', brand: 'NIKE', list: 'REFURBISHED', skus: 500 },
	{ shop: 'adidas', source: 'ADIDAS', brand: 'ADIDAS', list: 'ADIDASHOT1', skus: 2000 },
	{ shop: 'asics', source: 'ASICS', brand: 'ASICS', list: 'HOT_ASICS', skus: 2000 },
	{ shop: 'jd', source: 'JD', brand: 'JD', list: 'HOT_JD', skus: 2000 },
	{ shop: 'fnl', source: 'FNL', brand: 'FNL', list: 'HOT_FNL', skus: 2000 },
	{ shop: 'newbalance', source: 'NEWBALANCE', brand: 'NEWBALANCE', list: 'HOT_NEWBALANCE', skus: 2000 },
	{ shop: 'hp', source: 'HP', brand: 'HP', list: 'HP', skus: 1500 },
	{ shop: 'shopify', ...LINKS },
	{ shop: 'woocommerce', ...LINKS, first: 10000 },
	{ shop: 'ucp', ...LINKS, first: 20000 },
	{ shop: 'boutique', ...LINKS, first: 30000 },
];

/** A part of the spread, with the same number of products a host. */
export function scaled(share: number): Stock[] {
	return SPREAD.map(({ hosts, skus, ...stock }) => ({
		...stock,
		skus: Math.ceil(skus * share),
		...(hosts !== undefined && { hosts: Math.ceil(hosts * share) }),
	}));
}

/** The name of a stock in counts: `shopify`, `feed`. */
export function nameOf({ shop }: Stock): string {
	return shop ?? 'feed';
}
