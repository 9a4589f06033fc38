import type { Face } from './face.ts';
import { adidas, ADIDAS_SIZES } from './faces/adidas.ts';
import { asics } from './faces/asics.ts';
import { finishLine } from './faces/finishLine.ts';
import { hp } from './faces/hp.ts';
import { newBalance } from './faces/newBalance.ts';
import { nikeSite } from './faces/nikeSite.ts';
import { schemaOrg } from './faces/schemaOrg.ts';
import { shopify } from './faces/shopify.ts';
import { ucp } from './faces/ucp.ts';
import { wooCommerce } from './faces/wooCommerce.ts';
import { ONE_SIZE, type ShopProduct, type StockedSize } from './product.ts';
import { SandboxShop } from './shop.ts';

interface ShopEntry {
	/** For people, and for errors. */
	name: string;
	face: Face;
	products: readonly ShopProduct[];
	/** The folder below `/retail` where it is served; the shop's ID if unset. */
	folder?: string;
}

/** A product of the first start. */
function product(
	sku: string,
	title: string,
	price: number | [current: number, full: number],
	sizes: readonly StockedSize[],
	launchAt: string | null = null,
): ShopProduct {
	const [currentPrice, fullPrice] = typeof price === 'number' ? [price, price] : price;
	return { sku, title, currentPrice, fullPrice, sizes, launchAt, listedAt: '2026-03-02T09:00:00.000Z' };
}

/** Stock by size: `stock('8 8.5 9', 4, 0, 6)`. */
function stock(labels: string, ...counts: number[]): StockedSize[] {
	return labels.split(' ').map((size, index) => ({ size, count: counts[index] ?? 0 }));
}

const inOneSize = (count: number): StockedSize[] => [{ size: ONE_SIZE, count }];

/** Every shop of the sandbox except Nike's feed, with the products that it has at the first start. */
const SHOPS = {
	adidas: {
		name: 'adidas',
		face: adidas,
		// The recorded product, and the product of the recorded availability. The recorded price is in rupees.
		products: ['EG4959', 'FW4904'].map((sku) => product(sku, 'Superstar Shoes', 100, ADIDAS_SIZES)),
	},
	asics: {
		name: 'ASICS',
		face: asics,
		products: [
			product('1011B867-001', 'GEL-KAYANO 31', [129.95, 165], stock('8 8.5 9 9.5 10', 4, 0, 6, 2, 0)),
			product('1203A474-002', 'GEL-NYC', 140, stock('8 8.5 9 9.5', 0, 0, 0, 0)),
		],
	},
	jd: {
		name: 'JD Sports',
		face: finishLine,
		products: [
			product('DD1391-100', 'Nike Dunk Low Retro Panda', 115, stock('8 8.5 9 9.5 10', 12, 0, 3, 7, 0)),
			product('M990GL6-GRY', 'New Balance 990v6 Grey', 199.99, stock('9 9.5 10', 2, 1, 0)),
		],
	},
	fnl: {
		name: 'Finish Line',
		face: finishLine,
		products: [
			product('DD1391-100', 'Nike Dunk Low Retro Panda', [99.99, 115], stock('8 8.5 9 9.5', 5, 9, 0, 1)),
			product('DZ5485-612', 'Air Jordan 1 Retro High OG', 180, stock('9 9.5 10', 0, 0, 4)),
		],
	},
	newbalance: {
		name: 'New Balance',
		face: newBalance,
		products: [
			product('M990GL6', 'Made in USA 990v6', 199.99, stock('8 8.5 9 9.5', 1, 3, 0, 5)),
			product('U9060BPM', '9060', 149.99, stock('8 8.5 9', 0, 0, 0), '2027-02-04T15:00:00.000Z'),
		],
	},
	hp: {
		name: 'HP',
		face: hp,
		products: [
			product('7Z5A1UA#ABA', 'HP Victus 15 Gaming Laptop', [649.99, 899.99], inOneSize(8)),
			product('6B8U4AA#ABA', 'HP OmniBook X 14', 1149.99, inOneSize(0)),
		],
	},
	nike_refurbished: {
		name: 'Nike Refurbished',
		face: nikeSite,
		folder: 'nike',
		products: [
			product('FD2596-107', 'Nike Dunk Low Refurbished', [72.97, 115], stock('9 10.5', 1, 2)),
			product('DV0833-101', 'Nike Vomero 17 Refurbished', [95.97, 160], stock('8.5 11', 0, 1)),
			// The feed sells it as new.
			product('CK9246-101', 'Air Jordan Refurbished', [139.97, 205], stock('10', 0)),
		],
	},
	shopify: {
		name: 'Kicks (Shopify)',
		face: shopify,
		products: [
			product('KX-201', 'Court Classic', [80, 95], stock('8 8.5 9', 2, 0, 4)),
			product('KX-305', 'Trail Runner', 120, stock('9 9.5 10', 0, 0, 0)),
			product('KX-900', 'Shoe Care Kit', 18.5, inOneSize(40)),
		],
	},
	woocommerce: {
		name: 'Corner Store (WooCommerce)',
		face: wooCommerce,
		products: [
			product('CS-11', 'Suede Loafer', [70, 90], stock('41 42 43', 2, 0, 6)),
			product('CS-40', 'Canvas Tote', 25, inOneSize(12)),
		],
	},
	ucp: {
		name: 'Runner Depot (UCP)',
		face: ucp,
		products: [
			product('RD-BLU', 'Runner Pro', [120, 150], stock('8 9 10', 3, 0, 2)),
			product('RD-GRN', 'Runner Lite', 90, stock('8 9', 0, 0)),
		],
	},
	boutique: {
		name: 'Boutique (page only)',
		face: schemaOrg,
		products: [product('BQ-7', 'Archive Runner', 210, inOneSize(1)), product('BQ-8', 'Studio Mule', 160, inOneSize(0))],
	},
} as const satisfies Record<string, ShopEntry>;

export type ShopId = keyof typeof SHOPS;
export type Shops = ReadonlyMap<ShopId, SandboxShop>;

const SHOP_IDS = Object.keys(SHOPS) as ShopId[];

/** All shops, with the products of the first start. */
export function createShops(): Shops {
	return new Map(SHOP_IDS.map((id) => [id, new SandboxShop(SHOPS[id].name, SHOPS[id].face, SHOPS[id].products)]));
}

/** The folder below `/retail` where a shop is served. */
export function folderOf(id: ShopId): string {
	const entry: ShopEntry = SHOPS[id];
	return entry.folder ?? id;
}

/** A product of the sandbox's first start. */
export interface SandboxProduct {
	sku: string;
	title: string;
	/** Its page below the address of its shop, with query: `/us/en-us/gel-kayano-31/p/ANA_1011B867-001.html`. */
	path: string;
}

/** What each shop sells at the first start, for watch lists and tests. */
export const SANDBOX_PRODUCTS = Object.fromEntries(
	Object.entries<ShopEntry>(SHOPS).map(([id, { face, products }]) => [
		id,
		products.map((one) => ({ sku: one.sku, title: one.title, path: face.pathOf(one) })),
	]),
) as Readonly<Record<ShopId, SandboxProduct[]>>;
