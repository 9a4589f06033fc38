import { type Face, type FaceRequest, productAt } from '../face.ts';
import { escapeHtml, page } from '../html.ts';
import { dollars, inStock, numberOf, numberOfSize, type ShopProduct, slugOf } from '../product.ts';

/**
 * JD Sports (US) and Finish Line, which share their software: the page has name and price as microdata, and loads sizes
 * with counts in base64. SKUs are `STYLE-COLOR`.
 */
export const finishLine: Face = {
	front: '/',
	disallowed: '/store/checkout/',
	pathOf(product) {
		const [styleId, colorId] = styleAndColour(product);
		return `/store/product/${slugOf(product)}/${productId(product)}?styleId=${styleId}&colorId=${colorId}`;
	},
	answer(request, shop) {
		const { path, query } = request;
		if (path === '/store/browse/json/productSizesJson.jsp') {
			const product = shop
				.products()
				.find((one) => isRequested(one, ...['productId', 'styleId', 'colorId'].map((name) => query.get(name))));
			return { json: { productSizes: [...(product ? rows(product) : []), DUMMY] } };
		}
		if (path === '/store/recommendations/json/productRecommendationsEndecaJson.jsp') {
			const ids = query.get('products')?.replace('|', '').split(':') ?? [];
			const product = shop.products().find((one) => isRequested(one, ...ids));
			return { json: { productsArray: product ? [recommended(product, request)] : [] } };
		}
		const product = productAt(request, shop, finishLine);
		return product ? { html: page(product, microdata(product, request)) } : null;
	},
};

/** The last row of every answer. */
const DUMMY = { productId: '', sizeValue: '', sizeClass: 'unavailable', stockLevel: '', sku: '' };

function styleAndColour({ sku }: ShopProduct): [string, string] {
	const dash = sku.lastIndexOf('-');
	return [sku.slice(0, dash), sku.slice(dash + 1)];
}

const productId = (product: ShopProduct) => `prod${numberOf(product)}`;
const base64 = (value: number) => Buffer.from(String(value)).toString('base64');

function isRequested(product: ShopProduct, ...ids: (string | null)[]): boolean {
	return [productId(product), ...styleAndColour(product)].every((id, index) => id === ids[index]);
}

function rows(product: ShopProduct) {
	return product.sizes.map(({ size, count }) => ({
		productId: product.sku,
		sizeValue: size,
		sizeClass: count > 0 ? '' : 'unavailable',
		stockLevel: base64(count),
		sku: base64(numberOfSize(product, size)),
	}));
}

function recommended({ sku, title, currentPrice }: ShopProduct, { pictureOf }: FaceRequest) {
	return { displayName: title, price: { nowPrice: `$${dollars(currentPrice)}` }, image: pictureOf(sku) };
}

function microdata(product: ShopProduct, { site, pictureOf }: FaceRequest): string {
	const { sku, title, currentPrice } = product;
	const availability = `http://schema.org/${inStock(product) ? 'InStock' : 'OutOfStock'}`;
	return `<div itemscope itemtype="http://schema.org/Product">
<meta itemprop="name" content="${escapeHtml(title)}"><meta itemprop="sku" content="${sku}">
<link itemprop="url" href="${escapeHtml(site + finishLine.pathOf(product))}"><img itemprop="image" alt="" src="${pictureOf(sku)}">
<div itemprop="offers" itemscope itemtype="http://schema.org/Offer"><meta itemprop="price" content="${dollars(currentPrice)}">
<meta itemprop="priceCurrency" content="USD"><link itemprop="availability" href="${availability}"></div></div>`;
}
