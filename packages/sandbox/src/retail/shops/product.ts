/** One size of a product. A product without sizes has one, named `ONE_SIZE`. */
export interface StockedSize {
	size: string;
	/** How many pieces the shop has. */
	count: number;
}

export const ONE_SIZE = 'One size';

/** A product of a shop, from which every answer of the shop about it is made. */
export interface ShopProduct {
	sku: string;
	title: string;
	/** USD in dollars: 139.95. */
	currentPrice: number;
	fullPrice: number;
	sizes: readonly StockedSize[];
	/** The announced start of the sale, ISO 8601; null if it is on sale. Only New Balance's answers have it. */
	launchAt: string | null;
	/** When the shop listed the product, ISO 8601. */
	listedAt: string;
}

/** A product that is added during a test; the rest has defaults. */
export type NewProduct = Pick<ShopProduct, 'sku' | 'title'> & Partial<ShopProduct>;

/** The changes that a product supports. */
export interface ShopChange {
	currentPrice?: number;
	fullPrice?: number;
	title?: string;
	/** Stock by size; a size that the product does not have is added. */
	counts?: Record<string, number>;
	launchAt?: string | null;
	/** `true`: the shop answers 404. `redirect`: its page redirects to the front page. */
	gone?: boolean | 'redirect';
	/** Replaces the shop's own word for the product's availability, which only adidas has: `PREVIEW`. */
	status?: string;
}

/** A product with its change applied. */
export function changedProduct(product: ShopProduct, { counts = {}, ...change }: ShopChange): ShopProduct {
	const { currentPrice, fullPrice, title, launchAt } = { ...product, ...change };
	const known = product.sizes.map(({ size, count }) => ({ size, count: counts[size] ?? count }));
	const added = Object.entries(counts)
		.filter(([size]) => !product.sizes.some((one) => one.size === size))
		.map(([size, count]) => ({ size, count }));
	return { ...product, title, currentPrice, fullPrice, launchAt, sizes: [...known, ...added] };
}

/** Completes a product: without sizes or price, it is in stock in three sizes for 100 dollars. */
export function completeProduct(product: NewProduct): ShopProduct {
	const currentPrice = product.currentPrice ?? 100;
	return {
		fullPrice: currentPrice,
		sizes: ['9', '10', '11'].map((size) => ({ size, count: 3 })),
		launchAt: null,
		listedAt: new Date().toISOString(),
		...product,
		currentPrice,
	};
}

export function inStock({ sizes }: ShopProduct): boolean {
	return sizes.some(({ count }) => count > 0);
}

export function hasSizes({ sizes }: ShopProduct): boolean {
	return sizes.some(({ size }) => size !== ONE_SIZE);
}

/** Whether a search finds a product: its SKU and title contain every word. */
export function isFound({ sku, title }: Pick<ShopProduct, 'sku' | 'title'>, text: string): boolean {
	const words = text.toLowerCase().split(/\s+/).filter(Boolean);
	return words.every((word) => `${sku} ${title}`.toLowerCase().includes(word));
}

/** The shop's internal number of a product, which links and carts contain. It is always the same for a SKU. */
export function numberOf({ sku }: Pick<ShopProduct, 'sku'>): number {
	return 1_000_000 + ([...sku].reduce((sum, char) => sum * 31 + char.charCodeAt(0), 7) % 8_999_999);
}

/** The shop's internal number of a size. */
export function numberOfSize(product: ShopProduct, size: string): number {
	return numberOf(product) * 100 + product.sizes.findIndex((one) => one.size === size);
}

/** A product's name in a link: `gel-kayano-31`. */
export function slugOf({ title }: Pick<ShopProduct, 'title'>): string {
	return title
		.toLowerCase()
		.replaceAll(/[^a-z\d]+/g, '-')
		.replaceAll(/^-|-$/g, '');
}

/** An amount with two decimals, as shops write it in texts. */
export function dollars(amount: number): string {
	return amount.toFixed(2);
}
