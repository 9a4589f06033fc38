import { type Face, type FaceAnswer, type FaceRequest, type FaceShop, productAt } from '../face.ts';
import { jsonLd, page } from '../html.ts';
import {
	hasSizes,
	inStock,
	isFound,
	numberOf,
	numberOfSize,
	type ShopProduct,
	slugOf,
	type StockedSize,
} from '../product.ts';

const API = '/wp-json/wc/store/v1';
/** The documented default and maximum of `per_page`. */
const PER_PAGE = 10;
const MAX_PER_PAGE = 100;
/** WooCommerce's default "low stock" threshold: up to it, the count is public. */
const LOW_STOCK = 2;

/** A shop with WooCommerce: pages that link to the site's API, and the Store API without a key. */
export const wooCommerce: Face = {
	front: '/',
	disallowed: '/wp-admin/',
	pathOf: (product) => `/product/${slug(product)}/`,
	answer(request, shop) {
		const { path, site } = request;
		if (path === `${API}/products`) return list(request, shop);
		if (path.startsWith(`${API}/products/`)) {
			const name = path.slice(`${API}/products/`.length).replace(/\/$/, '');
			const product = shop.products().find((one) => slug(one) === name || String(numberOf(one)) === name);
			return product ? { json: entry(product, request) } : NO_PRODUCT;
		}
		const product = productAt(request, shop, wooCommerce);
		if (!product) return null;
		const head = `<link rel="https://api.w.org/" href="${site}/wp-json/" />`;
		const described = jsonLd(product, request, { path: wooCommerce.pathOf(product), sizes: false });
		return { html: page(product, described, { head, body: ' class="product-template woocommerce"' }) };
	},
};

const NO_PRODUCT: FaceAnswer = {
	status: 404,
	json: { code: 'woocommerce_rest_product_invalid_id', message: 'Invalid product ID.', data: { status: 404 } },
};

function slug(product: ShopProduct): string {
	return `${slugOf(product)}-${product.sku.toLowerCase()}`;
}

/** Products, or with `type=variation` the sizes of the product `parent`. */
function list(request: FaceRequest, shop: FaceShop): FaceAnswer {
	const { query } = request;
	const products = shop.products();
	const parent = products.find((product) => String(numberOf(product)) === query.get('parent'));
	const all =
		query.get('type') === 'variation'
			? (parent?.sizes ?? []).map((size) => variation(parent as ShopProduct, size, request))
			: products
					.filter(({ sku }) => !query.has('sku') || query.get('sku') === sku)
					.filter((product) => isFound(product, query.get('search') ?? ''))
					.map((product) => entry(product, request));
	const perPage = Math.min(MAX_PER_PAGE, Number(query.get('per_page') ?? PER_PAGE));
	const number = Number(query.get('page') ?? 1);
	const headers = { 'X-WP-Total': String(all.length), 'X-WP-TotalPages': String(Math.ceil(all.length / perPage)) };
	return { json: all.slice(perPage * (number - 1), perPage * number), headers };
}

function entry(product: ShopProduct, request: FaceRequest) {
	const variations = product.sizes.map(({ size }) => ({
		id: numberOfSize(product, size),
		attributes: [{ name: 'Size', value: size }],
	}));
	return {
		...shared(product, request),
		id: numberOf(product),
		type: hasSizes(product) ? 'variable' : 'simple',
		has_options: hasSizes(product),
		is_in_stock: inStock(product),
		low_stock_remaining: null,
		...(hasSizes(product) && { variations }),
	};
}

function variation(product: ShopProduct, { size, count }: StockedSize, request: FaceRequest) {
	return {
		...shared(product, request),
		id: numberOfSize(product, size),
		parent: numberOf(product),
		type: 'variation',
		variation: `Size: ${size}`,
		is_in_stock: count > 0,
		low_stock_remaining: count > 0 && count <= LOW_STOCK ? count : null,
	};
}

function shared(product: ShopProduct, { site, pictureOf }: FaceRequest) {
	const minor = (amount: number) => String(Math.round(amount * 100));
	return {
		name: product.title,
		slug: slug(product),
		sku: product.sku,
		permalink: site + wooCommerce.pathOf(product),
		is_purchasable: true,
		images: [{ id: 1, src: pictureOf(product.sku) }],
		prices: {
			currency_code: 'USD',
			currency_minor_unit: 2,
			price: minor(product.currentPrice),
			regular_price: minor(product.fullPrice),
			sale_price: minor(product.currentPrice),
		},
	};
}
