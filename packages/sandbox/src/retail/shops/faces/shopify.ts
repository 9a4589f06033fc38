import { type Face, type FaceAnswer, type FaceRequest, type FaceShop, productAt } from '../face.ts';
import { jsonLd, page, plainPage } from '../html.ts';
import { dollars, hasSizes, inStock, isFound, numberOf, numberOfSize, type ShopProduct, slugOf } from '../product.ts';

/** Shopify's defaults and limits (shopify.dev). */
const PER_PAGE = 30;
const MAX_PER_PAGE = 250;
const MAX_LISTED = 25_000;

/** A Shopify storefront: pages, the product as `.js` and `.json`, lists, search, and links into the cart. */
export const shopify: Face = {
	front: '/',
	disallowed: '/checkouts/',
	pathOf: (product) => `/products/${handleOf(product)}`,
	answer(request, shop) {
		const { path, query } = request;
		if (path === '/meta.json') return { json: { id: 1, name: 'Kicks Sandbox', country: 'US', currency: 'USD' } };
		if (/^\/(?:collections\/[^/]+\/)?products\.json$/.test(path)) return list(request, shop);
		if (path === '/search/suggest.json') {
			const found = shop
				.products()
				.filter((product) => isFound(product, query.get('q') ?? ''))
				.map((product) => suggested(product, request));
			return { json: { resources: { results: { products: found.slice(0, 10) } } } };
		}
		if (path.startsWith('/cart/')) return cart(path, shop);
		const [, handle, form] = /^\/products\/([^/]+)\.(js|json)$/.exec(path) ?? [];
		const product = handle
			? shop.products().find((one) => handleOf(one) === handle)
			: productAt(request, shop, shopify);
		if (!product) return null;
		if (form === 'js') return { json: storefront(product, request) };
		if (form === 'json') return { json: { product: listed(product, request, { available: false }) } };
		return { html: page(product, jsonLd(product, request, { path: shopify.pathOf(product), sizes: false })) };
	},
	validator: 'etag',
};

function handleOf(product: ShopProduct): string {
	return `${slugOf(product)}-${product.sku.toLowerCase()}`;
}

function list({ query, ...request }: FaceRequest, shop: FaceShop): FaceAnswer {
	const limit = Math.min(MAX_PER_PAGE, Number(query.get('limit') ?? PER_PAGE));
	const number = Number(query.get('page') ?? 1);
	if (limit * number > MAX_LISTED) return { status: 400, json: { errors: 'Page is out of range' } };
	const products = shop.products().slice(limit * (number - 1), limit * number);
	return { json: { products: products.map((product) => listed(product, { query, ...request }, { available: true })) } };
}

/** `/cart/{variant}:{quantity}` puts a size into the cart and continues there. */
function cart(path: string, shop: FaceShop): FaceAnswer | null {
	const [, variant] = /^\/cart\/(\d+):\d+$/.exec(path) ?? [];
	const exists = shop
		.products()
		.some((product) => product.sizes.some(({ size }) => String(numberOfSize(product, size)) === variant));
	return exists ? { html: plainPage('Your cart') } : null;
}

function suggested(product: ShopProduct, { pictureOf }: FaceRequest) {
	const { sku, title, currentPrice } = product;
	return {
		id: numberOf(product),
		title,
		handle: handleOf(product),
		url: shopify.pathOf(product),
		price: dollars(currentPrice),
		available: inStock(product),
		image: pictureOf(sku),
	};
}

const optionOf = (product: ShopProduct) => (hasSizes(product) ? 'Size' : 'Title');
const valueOf = (product: ShopProduct, size: string) => (hasSizes(product) ? size : 'Default Title');
/** The price that is struck through; null without a discount. */
const comparePrice = ({ currentPrice, fullPrice }: ShopProduct) => (fullPrice > currentPrice ? fullPrice : null);

/** The form of `.js`: prices in cents, `available` per variant. */
function storefront(product: ShopProduct, { pictureOf }: FaceRequest) {
	const { sku, title, currentPrice, sizes, listedAt } = product;
	const cents = (amount: number | null) => (amount === null ? null : Math.round(amount * 100));
	const values = sizes.map(({ size }) => valueOf(product, size));
	return {
		id: numberOf(product),
		title,
		handle: handleOf(product),
		published_at: listedAt,
		vendor: 'Kicks Sandbox',
		price: cents(currentPrice),
		compare_at_price: cents(comparePrice(product)),
		available: inStock(product),
		variants: sizes.map(({ size, count }) => ({
			id: numberOfSize(product, size),
			title: valueOf(product, size),
			option1: valueOf(product, size),
			option2: null,
			option3: null,
			sku,
			available: count > 0,
			price: cents(currentPrice),
			compare_at_price: cents(comparePrice(product)),
		})),
		images: [pictureOf(sku)],
		featured_image: pictureOf(sku),
		options: [{ name: optionOf(product), position: 1, values }],
		url: shopify.pathOf(product),
	};
}

/** The form of `.json` and of lists: prices as texts. Only lists have `available`. */
function listed(product: ShopProduct, { pictureOf }: FaceRequest, { available }: { available: boolean }) {
	const { sku, title, currentPrice, sizes, listedAt } = product;
	const full = comparePrice(product);
	return {
		id: numberOf(product),
		title,
		handle: handleOf(product),
		vendor: 'Kicks Sandbox',
		published_at: listedAt,
		created_at: listedAt,
		updated_at: listedAt,
		variants: sizes.map(({ size, count }) => ({
			id: numberOfSize(product, size),
			title: valueOf(product, size),
			option1: valueOf(product, size),
			option2: null,
			option3: null,
			sku,
			price: dollars(currentPrice),
			compare_at_price: full === null ? null : dollars(full),
			...(available && { available: count > 0 }),
		})),
		options: [{ name: optionOf(product), position: 1, values: sizes.map(({ size }) => valueOf(product, size)) }],
		images: [{ src: pictureOf(sku) }],
	};
}
