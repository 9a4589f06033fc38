import { type BrandEntry, type Change, everyKind, family, type Routes, type Screen } from './brand.ts';
import { ADIDAS_LIST, REFURBISHED_LIST } from './listNames.ts';
import { skuInLastPart, styleAndColourIn, styleIn } from './links.ts';
import { type Region, REGIONS } from './regions.ts';
import { RELEASES } from './releases.ts';
import {
	ADIDAS_SKU,
	ASICS_SKU,
	HP_SKU,
	NEWBALANCE_SKU,
	NIKE_SKU,
	type SkuFormat,
	STYLE_AND_COLOUR,
} from './skuFormats.ts';

/** Nike's events go to the product's new status; products that are inactive, cancelled or gone have no topic. */
function newStatus({ productStatus }: Change) {
	return productStatus === 'ACTIVE' || productStatus === 'CLOSEOUT' || productStatus === 'HOLD' ? productStatus : null;
}

/** A lower price in the US, of a product that is still sold. */
function isDiscount({ region, priceFell, productStatus }: Change): boolean {
	return region === 'US' && priceFell && productStatus !== 'INACTIVE' && productStatus !== 'CANCEL';
}

const NIKE_ROUTES: Routes<'ACTIVE' | 'CLOSEOUT' | 'HOLD' | 'DISCOUNT'> = {
	...everyKind(newStatus),
	PRICE: (change) => (isDiscount(change) ? 'DISCOUNT' : newStatus(change)),
};

function nike(category: string, name: string, screen: Screen) {
	return family({
		category,
		name,
		regions: REGIONS,
		statuses: ['ACTIVE', 'CLOSEOUT', 'HOLD'],
		usStatuses: ['DISCOUNT'],
		routes: NIKE_ROUTES,
		screen,
		heading: 'Nike {region}',
	});
}

/** The releases of a brand whose source announces launches. */
function releases(name: string, regions: readonly Region[], screen: Screen) {
	return family({
		category: RELEASES,
		name: `${name} Releases`,
		regions,
		statuses: ['UPCOMING'],
		routes: { ANNOUNCED: 'UPCOMING', MOVED: 'UPCOMING', CANCELLED: 'UPCOMING', REMINDER: 'UPCOMING' },
		screen,
		heading: `${name} {region}`,
	});
}

const JD_FNL_SCREEN: Screen = {
	id: 'jdfnl',
	menu: 'JD/FNL',
	icon: 'bag',
	title: 'JD/FNL Webhooks',
	together: 'JD & FNL',
};

/** Shops whose products are listed, changed and restocked. */
function shop(category: string, name: string, screen: Screen) {
	return family({
		category,
		name,
		regions: ['US'],
		statuses: ['NEW', 'CHANGE', 'RESTOCK'],
		listOrder: ['RESTOCK', 'NEW', 'CHANGE'],
		routes: {
			SHOCK_DROP: 'RESTOCK',
			LIVE: 'RESTOCK',
			NEW: 'NEW',
			STATUS: 'CHANGE',
			RESTOCK: 'RESTOCK',
			PRICE: 'CHANGE',
			STOCK: 'CHANGE',
		},
		screen,
		heading: name,
	});
}

/** Brands with one topic: products that can be bought (again). */
function restocks(name: string, screen: Screen) {
	return family({
		category: 'SHOES',
		name: `${name} Restock`,
		regions: ['US'],
		statuses: ['RESTOCK'],
		routes: {
			SHOCK_DROP: 'RESTOCK',
			LIVE: 'RESTOCK',
			NEW: 'RESTOCK',
			STATUS: null,
			RESTOCK: 'RESTOCK',
			PRICE: null,
			STOCK: null,
		},
		screen,
		heading: `${name} {region}`,
	});
}

/**
 * Every brand: its topics, the topic of each kind of event, and its screen in the console, in the order of the menu.
 * The topics of the bot and the command line, the words that the calls accept, and the rows of the `topics` table come
 * from here (docs/new-source.md).
 */
export const BRANDS = {
	NIKE: {
		name: 'Nike',
		sells: { NEW: 'Shoes, apparel and equipment', REFURBISHED: 'Refurbished shoes' },
		skus: NIKE_SKU,
		hosts: ['nike.com'],
		skuOfLink: (link) => skuInLastPart(link, NIKE_SKU.pattern),
		families: [
			nike('SHOES', 'Nike Shoes', {
				id: 'nike-shoes',
				menu: 'Nike Shoes',
				icon: 'shoe',
				title: 'Nike Shoes Webhooks',
			}),
			nike('EQUIPMENT', 'Nike Equipment', {
				id: 'nike-equipment',
				menu: 'Nike Other',
				icon: 'shirt',
				title: 'Nike Equipment Webhooks',
			}),
			family({
				category: 'REFURBISHED',
				name: 'Nike Refurbished Shoes',
				regions: ['US'],
				statuses: ['SHOES'],
				routes: everyKind('SHOES'),
				screen: {
					id: 'nike-refurbished',
					menu: 'Nike Refurbished',
					icon: 'recycle',
					title: 'Nike Shoes Refurbished',
					skus: { title: 'Nike US Refurbished - Custom', list: REFURBISHED_LIST },
				},
				heading: 'Nike US Refurbished',
			}),
			releases('Nike', REGIONS, {
				id: 'nike-releases',
				menu: 'Nike Releases',
				icon: 'calendar',
				title: 'Nike Releases Webhooks',
			}),
		],
	},
	HP: {
		name: 'HP',
		sells: { NEW: 'Laptops' },
		skus: HP_SKU,
		hosts: ['hp.com'],
		families: [
			family({
				category: 'LAPTOPS',
				name: 'HP Laptops',
				regions: ['US'],
				statuses: ['LAPTOPS'],
				routes: everyKind('LAPTOPS'),
				screen: { id: 'hp', menu: 'HP', icon: 'laptop', title: 'HP Webhooks' },
				heading: 'HP {region}',
			}),
		],
	},
	ADIDAS: {
		name: 'Adidas',
		sells: { NEW: 'Shoes, counts per size' },
		skus: ADIDAS_SKU,
		hosts: ['adidas.com'],
		skuOfLink: (link) => skuInLastPart(link, ADIDAS_SKU.pattern),
		families: [
			family({
				category: 'HOT1',
				name: 'Adidas Hot 1',
				regions: ['US'],
				statuses: ['HOT1'],
				routes: everyKind('HOT1'),
				screen: {
					id: 'adidas',
					menu: 'Adidas',
					icon: 'flame',
					title: 'Adidas Webhooks',
					skuForm: { title: 'Enter the SKU (Adidas Hot #1)', list: ADIDAS_LIST, name: 'Adidas Hot #1' },
				},
				heading: 'Adidas {region}',
			}),
		],
	},
	ASICS: {
		name: 'ASICS',
		sells: { NEW: 'Shoes' },
		skus: ASICS_SKU,
		hosts: ['asics.com'],
		skuOfLink: (link) => skuInLastPart(link, ASICS_SKU.pattern),
		families: [restocks('ASICS', { id: 'asics', menu: 'ASICS', icon: 'timer', title: 'ASICS Webhooks' })],
	},
	NEWBALANCE: {
		name: 'New Balance',
		sells: { NEW: 'Shoes' },
		skus: NEWBALANCE_SKU,
		hosts: ['newbalance.com'],
		skuOfLink: (link) => styleIn(link, NEWBALANCE_SKU.pattern),
		families: [
			restocks('New Balance', {
				id: 'newbalance',
				menu: 'New Balance',
				icon: 'scale',
				title: 'New Balance Webhooks',
			}),
		],
	},
	JD: {
		name: 'JD Sports',
		sells: { NEW: 'Shoes' },
		skus: STYLE_AND_COLOUR,
		hosts: ['jdsports.com'],
		skuOfLink: styleAndColourIn,
		linkNeeds: 'styleId and colorId',
		families: [shop('SHOES', 'JD Sports', JD_FNL_SCREEN)],
	},
	FNL: {
		name: 'Finish Line',
		sells: { NEW: 'Shoes' },
		skus: STYLE_AND_COLOUR,
		hosts: ['finishline.com'],
		skuOfLink: styleAndColourIn,
		linkNeeds: 'styleId and colorId',
		families: [shop('SHOES', 'Finish Line', JD_FNL_SCREEN)],
	},
	SHOPS: {
		name: 'Shops',
		sells: { NEW: 'Any shop, by the link of a product' },
		families: [shop('ALL', 'Shops', { id: 'shops', menu: 'Shops', icon: 'store', title: 'Shops Webhooks' })],
	},
	STOCK: {
		name: 'Stock Numbers',
		sells: {},
		families: [
			family({
				category: 'NUMBERS',
				name: 'Stock Numbers',
				regions: ['US'],
				statuses: ['ANNOUNCEMENT'],
				routes: null,
				screen: { id: 'stocknumber', menu: 'Discoping', icon: 'hash', title: 'Stock Numbers' },
				heading: 'Stock Numbers',
			}),
		],
	},
} as const satisfies Readonly<Record<string, BrandEntry>>;

export type Brand = keyof typeof BRANDS;
/** The brands with a known format of SKUs. */
export type SkuBrand = { [B in Brand]: (typeof BRANDS)[B] extends { skus: SkuFormat } ? B : never }[Brand];

export const BRAND_IDS = Object.keys(BRANDS) as [Brand, ...Brand[]];
