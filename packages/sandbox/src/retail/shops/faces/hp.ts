import { type Face, type FaceRequest, productAt } from '../face.ts';
import { jsonLd, page } from '../html.ts';
import { dollars, inStock, numberOf, type ShopProduct, slugOf } from '../product.ts';

const SHOP = '/us-en/shop';
const SERVICE = new RegExp(`^${SHOP}/app/api/web/graphql/page/(pdp/[^/]+)/(?:sync|async)$`);

/** HP's shop: pages with their data in a comment, the service with the same data, and the prices of many products. */
export const hp: Face = {
	front: SHOP,
	disallowed: `${SHOP}/checkout/`,
	pathOf: (product) => `${SHOP}/pdp/${slugOf(product)}-${slugOf({ title: product.sku })}`,
	answer(request, shop) {
		const { path, query } = request;
		if (path === `${SHOP}/HPServices` && query.get('action') === 'pid') {
			const ids = query.get('catentryId')?.split(',') ?? [];
			const wanted = shop.products().filter((product) => ids.includes(String(numberOf(product))));
			return { json: { priceData: wanted.map(priceRow) } };
		}
		const [, inService] = SERVICE.exec(path) ?? [];
		const product = productAt(inService ? { ...request, path: `${SHOP}/${inService}` } : request, shop, hp);
		if (!product) return null;
		const pageComponents = components(product, request);
		if (inService) return { json: { data: { page: { pageComponents } } } };
		// A comment must not contain its own end.
		const data = JSON.stringify({ slugInfo: { components: pageComponents } }).replaceAll('--', '-\\u002d');
		const described = jsonLd(product, request, { path: hp.pathOf(product) });
		return { html: page(product, `${described}<div id="data"><!-- ${data} --></div>`) };
	},
};

function components(product: ShopProduct, { pictureOf }: FaceRequest) {
	const { sku, title, currentPrice, fullPrice } = product;
	return {
		productInitial: {
			sku,
			name: title,
			catentryId: String(numberOf(product)),
			image: pictureOf(sku),
			eol: false,
			hideAddToCart: !inStock(product),
		},
		productInitialPrice: {
			sku,
			productId: String(numberOf(product)),
			regularPrice: dollars(fullPrice),
			salePrice: dollars(currentPrice),
			isOOS: !inStock(product),
		},
	};
}

function priceRow(product: ShopProduct) {
	return {
		productId: String(numberOf(product)),
		partNumber: product.sku,
		price: `$${dollars(product.currentPrice)}`,
		lPrice: `$${dollars(product.fullPrice)}`,
		availableOnline: inStock(product),
		canAddToCart: inStock(product),
	};
}
