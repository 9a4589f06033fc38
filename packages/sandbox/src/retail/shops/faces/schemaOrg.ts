import { type Face, productAt } from '../face.ts';
import { jsonLd, page } from '../html.ts';
import { slugOf } from '../product.ts';

/** A small shop without an interface: its pages describe each product, with one availability and no sizes. */
export const schemaOrg: Face = {
	front: '/',
	disallowed: '/checkout/',
	pathOf: ({ sku, ...product }) => `/shoes/${slugOf(product)}-${sku.toLowerCase()}`,
	answer(request, shop) {
		const product = productAt(request, shop, schemaOrg);
		if (!product) return null;
		return { html: page(product, jsonLd(product, request, { path: schemaOrg.pathOf(product), sizes: false })) };
	},
	validator: 'last-modified',
};
