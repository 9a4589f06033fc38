import { recording } from '../../../recording.ts';
import { type Face, type FaceRequest, type FaceShop, productAt } from '../face.ts';
import { jsonLd, page } from '../html.ts';
import { inStock, isFound, type ShopProduct, slugOf } from '../product.ts';

/** Only fields that can change have types. */
interface RecordedProduct {
	meta_data: object;
	view_list: { image_url: string }[];
	pricing_information: object;
}
interface RecordedAvailability {
	variation_list: { sku: string; size: string; availability: number }[];
}

const PRODUCT = recording('adidas-product-EG4959.json') as RecordedProduct;
const AVAILABILITY = recording('adidas-availability-FW4904.json') as RecordedAvailability;

/** The sizes of the recorded availability, with their counts. */
export const ADIDAS_SIZES = AVAILABILITY.variation_list.map(({ size, availability: count }) => ({ size, count }));

/** What follows the SKU in the SKU of a size, from the recording: `_630`. */
const SUFFIXES = new Map(AVAILABILITY.variation_list.map(({ size, sku }) => [size, sku.slice(sku.indexOf('_'))]));
const PER_PAGE = 48;

/** adidas: product pages, the recorded product and availability JSON, which they load, and the search. */
export const adidas: Face = {
	front: '/us',
	disallowed: '/us/checkout/',
	pathOf: (product) => `/us/${slugOf(product)}/${product.sku}.html`,
	answer(request, shop) {
		const { path } = request;
		if (path === '/api/search/taxonomy') {
			return { json: search(shop, request) };
		}
		const shown = productAt(request, shop, adidas);
		if (shown) return { html: page(shown, jsonLd(shown, request, { path, sizes: false })) };
		const [, sku, below] = /^\/api\/products\/([^/]+)(\/availability)?$/.exec(path) ?? [];
		const product = shop.products().find((one) => one.sku === sku);
		if (!sku) return null;
		if (!product) return { status: 404, json: { message: 'not found' } };
		return { json: below ? availability(product, shop.statusOf(sku)) : details(product, request) };
	},
};

/** The search is known only from code that reads it (three public projects, the newest of 2026). */
function search(shop: FaceShop, { query, pictureOf }: FaceRequest) {
	const found = shop.products().filter((product) => isFound(product, query.get('query') ?? ''));
	const start = Number(query.get('start') ?? 0);
	const items = found.slice(start, start + PER_PAGE).map((product) => ({
		productId: product.sku,
		displayName: product.title,
		price: product.fullPrice,
		salePrice: product.currentPrice,
		link: adidas.pathOf(product),
		image: { src: pictureOf(product.sku) },
		orderable: inStock(product) && shop.statusOf(product.sku) === undefined,
		availableSizes: product.sizes.filter(({ count }) => count > 0).map(({ size }) => size),
	}));
	return { itemList: { items, count: found.length, viewSize: PER_PAGE, startIndex: start } };
}

function details(product: ShopProduct, { imagesUrl }: FaceRequest) {
	const { sku, title, currentPrice, fullPrice } = product;
	return {
		...PRODUCT,
		id: sku,
		name: title,
		meta_data: { ...PRODUCT.meta_data, canonical: `//www.adidas.com${adidas.pathOf(product)}` },
		pricing_information: { ...PRODUCT.pricing_information, currentPrice, standard_price: fullPrice },
		// The sandbox cannot fetch images from the real host.
		view_list: PRODUCT.view_list.map((view) => ({
			...view,
			image_url: view.image_url.replace('https://assets.adidas.com', imagesUrl),
		})),
		variation_list: variations(product).map(({ sku: id, size }) => ({ sku: id, size })),
	};
}

function availability(product: ShopProduct, status: string | undefined) {
	return {
		...AVAILABILITY,
		id: product.sku,
		availability_status: status ?? word(inStock(product)),
		variation_list: variations(product),
	};
}

function variations({ sku, sizes }: ShopProduct) {
	return sizes.map(({ size, count }) => ({
		sku: `${sku}${SUFFIXES.get(size) ?? `_${size}`}`,
		size,
		availability: count,
		availability_status: word(count > 0),
	}));
}

const word = (available: boolean) => (available ? 'IN_STOCK' : 'NOT_AVAILABLE');
