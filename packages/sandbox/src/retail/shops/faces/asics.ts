import { type Face, productAt } from '../face.ts';
import { jsonLd, page } from '../html.ts';
import { slugOf } from '../product.ts';

/** ASICS: product pages with schema.org data, one variant per size. */
export const asics: Face = {
	front: '/us/en-us',
	disallowed: '/on/demandware.store/',
	pathOf: (product) => `/us/en-us/${slugOf(product)}/p/ANA_${product.sku}.html`,
	answer(request, shop) {
		const product = productAt(request, shop, asics);
		return product ? { html: page(product, jsonLd(product, request, { path: asics.pathOf(product) })) } : null;
	},
	validator: 'last-modified',
};
