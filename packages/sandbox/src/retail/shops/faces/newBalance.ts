import { type Face, type FaceRequest, productAt } from '../face.ts';
import { jsonLd, page } from '../html.ts';
import { inStock, numberOf, numberOfSize, type ShopProduct, slugOf } from '../product.ts';

const CONTROLLER = '/on/demandware.store/Sites-NBUS-Site/en_US';

/** New Balance, on Salesforce Commerce Cloud: the page, and the product JSON with the sizes. */
export const newBalance: Face = {
	front: '/',
	disallowed: '/on/demandware.store/Sites-NBUS-Site/en_US/Cart-',
	pathOf: (product) => `/pd/${slugOf(product)}/${product.sku}-${numberOf(product)}.html`,
	answer(request, shop) {
		const { path, query } = request;
		if (path === `${CONTROLLER}/Wishlist-GetProduct` || path === `${CONTROLLER}/Product-Variation`) {
			const pid = query.get('pid') ?? '';
			const product = shop.products().find(({ sku }) => sku === pid);
			return { json: { product: product ? details(product, request, query.get(`dwvar_${pid}_size`)) : null } };
		}
		const product = productAt(request, shop, newBalance);
		if (!product) return null;
		return { html: page(product, jsonLd(product, request, { path: newBalance.pathOf(product) })) };
	},
};

/** @param chosen the selected size, whose count the answer then contains */
function details(product: ShopProduct, { site, pictureOf }: FaceRequest, chosen: string | null) {
	const { sku, title, currentPrice, fullPrice, sizes, launchAt } = product;
	const selected = sizes.find(({ size }) => size === chosen);
	return {
		id: sku,
		productName: title,
		price: { sales: { value: currentPrice, currency: 'USD' }, list: { value: fullPrice, currency: 'USD' } },
		available: inStock(product),
		...(selected && { availability: { messages: [], ATS: selected.count } }),
		sellableFrom: launchAt,
		images: { productDetail: [{ url: pictureOf(sku) }] },
		selectedProductUrl: site + newBalance.pathOf(product),
		variationAttributes: [
			{
				attributeId: 'size',
				values: sizes.map(({ size, count }) => ({
					displayValue: size,
					value: size,
					selectable: count > 0,
					selected: size === selected?.size,
					productID: String(numberOfSize(product, size)),
				})),
			},
		],
	};
}
