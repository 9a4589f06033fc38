import type { NikeShop, ProductChange } from './nikeShop.ts';
import { ONE_SIZE, type ShopChange } from './shops/product.ts';
import { SANDBOX_PRODUCTS, type SandboxProduct, type ShopId, type Shops } from './shops/table.ts';

const FIRST_MS = 12_000;
const EVERY_MS = 15_000;

type Step = { sku: string; change: ProductChange } | { shop: ShopId; sku: string; change: ShopChange };

/** The changes of products during the demonstration, in a loop. Those of Nike's products are in the US. */
const SCRIPT: readonly Step[] = [
	{ sku: 'BV7114-001', change: { status: 'ACTIVE' } },
	{ sku: 'CK9246-101', change: { currentPrice: 164, fullPrice: 205 } },
	{ shop: 'asics', sku: '1203A474-002', change: { counts: { '8.5': 5, '9': 2 } } },
	{
		sku: 'IQ7634-003',
		change: { available: true, levels: { '9': 'LOW', '9.5': 'MEDIUM', '10': 'HIGH', '10.5': 'HIGH' } },
	},
	{ shop: 'jd', sku: 'DD1391-100', change: { counts: { '8.5': 6, '10': 2 } } },
	{ shop: 'adidas', sku: 'FW4904', change: { counts: { '12.5': 4, '14': 15 } } },
	{ shop: 'shopify', sku: 'KX-305', change: { counts: { '9.5': 3 } } },
	{ sku: 'HQ7978-103', change: { status: 'CLOSEOUT' } },
	{ shop: 'hp', sku: '6B8U4AA#ABA', change: { currentPrice: 949.99, counts: { [ONE_SIZE]: 4 } } },
	{ sku: 'CK9246-101', change: { levels: { '8': 'OOS', '9': 'LOW', '10': 'OOS' } } },
	{ shop: 'woocommerce', sku: 'CS-11', change: { counts: { '42': 3 } } },
	{ shop: 'fnl', sku: 'DZ5485-612', change: { currentPrice: 149.99, counts: { '9': 3 } } },
	{ shop: 'asics', sku: '1203A474-002', change: { counts: { '8.5': 0, '9': 0 } } },
	{ sku: 'HF3976-001', change: { status: 'ACTIVE', levels: { '8': 'HIGH', '9': 'HIGH', '10': 'MEDIUM' } } },
	{ shop: 'newbalance', sku: 'M990GL6', change: { counts: { '9': 4 } } },
	{ shop: 'nike_refurbished', sku: 'DV0833-101', change: { currentPrice: 79.97, counts: { '8.5': 2 } } },
	{ sku: 'BV7114-001', change: { status: 'HOLD' } },
	{ shop: 'jd', sku: 'DD1391-100', change: { counts: { '8.5': 0, '10': 0 } } },
	{ shop: 'hp', sku: '6B8U4AA#ABA', change: { currentPrice: 1149.99, counts: { [ONE_SIZE]: 0 } } },
	{ sku: 'CK9246-101', change: { currentPrice: 205, levels: { '8': 'MEDIUM', '9': 'HIGH', '10': 'LOW' } } },
	{ shop: 'shopify', sku: 'KX-305', change: { counts: { '9.5': 0 } } },
	{ sku: 'IQ7634-003', change: { available: false, levels: { '9': 'OOS', '9.5': 'OOS', '10': 'OOS', '10.5': 'OOS' } } },
	{ shop: 'fnl', sku: 'DZ5485-612', change: { currentPrice: 180, counts: { '9': 0 } } },
	{ shop: 'adidas', sku: 'FW4904', change: { counts: { '12.5': 0, '14': 0 } } },
	{ shop: 'newbalance', sku: 'M990GL6', change: { counts: { '9': 0 } } },
	{ sku: 'HQ7978-103', change: { status: 'ACTIVE' } },
	{ shop: 'woocommerce', sku: 'CS-11', change: { counts: { '42': 0 } } },
	{ shop: 'nike_refurbished', sku: 'DV0833-101', change: { currentPrice: 95.97, counts: { '8.5': 0 } } },
	{ sku: 'HF3976-001', change: { status: 'INACTIVE', levels: { '8': null, '9': null, '10': null } } },
];

/** Nike's SKUs in the script, for the demonstration's watch lists. */
export const SANDBOX_WATCHED: readonly string[] = [
	...new Set(SCRIPT.filter((step) => !('shop' in step)).map(({ sku }) => sku)),
];

/**
 * The products of a shop in the script, for the demonstration's watch lists.
 * @returns those of `SANDBOX_PRODUCTS`, in its order
 */
export function sandboxWatched(shop: ShopId): readonly SandboxProduct[] {
	const skus = new Set(SCRIPT.filter((step) => 'shop' in step && step.shop === shop).map(({ sku }) => sku));
	return SANDBOX_PRODUCTS[shop].filter(({ sku }) => skus.has(sku));
}

/** How many steps were made. It is kept with the sandbox's state: a step that is made again changes nothing. */
export interface Progress {
	steps: number;
}

/** Starts the script where it had stopped. @returns a function that stops it */
export function startLives({ nike, shops }: { nike: NikeShop; shops: Shops }, progress: Progress): () => void {
	const next = () => {
		const now = SCRIPT[progress.steps % SCRIPT.length] as Step;
		if ('shop' in now) shops.get(now.shop)?.change(now.sku, now.change);
		else nike.change(now.sku, 'US', now.change);
		progress.steps++;
		timer = setTimeout(next, EVERY_MS);
	};
	let timer = setTimeout(next, FIRST_MS);
	return () => clearTimeout(timer);
}
