import { recording } from '../../../recording.ts';
import { type Face, type FaceAnswer, type FaceRequest, productAt } from '../face.ts';
import { jsonLd, page } from '../html.ts';
import { hasSizes, isFound, numberOf, numberOfSize, type ShopProduct, slugOf } from '../product.ts';

/** The endpoint in the recorded profile, which the sandbox replaces with its own. */
const RECORDED_ENDPOINT = 'https://business.example.com/ucp';
const PROFILE = JSON.stringify(recording('ucp-profile.json'));
const UCP = { version: '2026-08-25' };
const PER_PAGE = 10;
/** The IDs that a lookup can have. */
const MAX_IDS = 40;

interface CatalogueRequest {
	query?: string;
	ids?: string[];
	id?: string;
	pagination?: { cursor?: string; limit?: number };
}

/** A shop with the Universal Commerce Protocol (ucp.dev): its profile, and the catalogue over REST. */
export const ucp: Face = {
	front: '/',
	disallowed: '/checkout/',
	pathOf: (product) => `/products/${slugOf(product)}-${product.sku.toLowerCase()}`,
	answer(request, shop) {
		const { path, method, site } = request;
		if (path === '/.well-known/ucp') return { json: JSON.parse(PROFILE.replace(RECORDED_ENDPOINT, `${site}/ucp`)) };
		const body = (request.body ?? {}) as CatalogueRequest;
		const products = shop.products();
		if (method === 'POST' && path === '/ucp/catalog/search') return search(products, body, request);
		if (method === 'POST' && path === '/ucp/catalog/lookup') {
			return lookup(products, body.ids ?? [], request);
		}
		if (method === 'POST' && path === '/ucp/catalog/product') {
			const product = products.find((one) => isNamed(one, body.id ?? ''));
			return product ? { json: { ucp: UCP, product: entry(product, request) } } : notFound(body.id);
		}
		const product = productAt(request, shop, ucp);
		if (!product) return null;
		return { html: page(product, jsonLd(product, request, { path: ucp.pathOf(product), sizes: false })) };
	},
};

const idOf = (product: ShopProduct) => `prod_${numberOf(product)}`;
const variantId = (product: ShopProduct, size: string) => `${idOf(product)}_${numberOfSize(product, size)}`;

/** By the ID of the product or a variant, the SKU or the handle. */
function isNamed(product: ShopProduct, id: string): boolean {
	const variants = product.sizes.map(({ size }) => variantId(product, size));
	return [idOf(product), product.sku, ucp.pathOf(product).slice('/products/'.length), ...variants].includes(id);
}

/** Of each product, the variants that are named; the first one if the product itself is. */
function lookup(products: ShopProduct[], ids: readonly string[], request: FaceRequest): FaceAnswer {
	if (ids.length > MAX_IDS) {
		const message = { type: 'error', code: 'request_too_large', content: `More than ${MAX_IDS} identifiers` };
		return { status: 400, json: { ucp: { ...UCP, status: 'error' }, messages: [message] } };
	}
	const entries = products.flatMap((product) => {
		const { variants, ...rest } = entry(product, request);
		const named = variants.flatMap((variant, index) => {
			const exact = ids.includes(variant.id) ? [{ id: variant.id, match: 'exact' }] : [];
			const others = ids.filter((id) => index === 0 && !/_\d+_/.test(id) && isNamed(product, id));
			const inputs = [...exact, ...others.map((id) => ({ id, match: 'featured' }))];
			return inputs.length > 0 ? [{ ...variant, inputs }] : [];
		});
		return named.length > 0 ? [{ ...rest, variants: named }] : [];
	});
	return { json: { ucp: UCP, products: entries } };
}

function search(
	products: ShopProduct[],
	{ query = '', pagination = {} }: CatalogueRequest,
	request: FaceRequest,
): FaceAnswer {
	const found = products.filter((product) => isFound(product, query));
	const limit = pagination.limit ?? PER_PAGE;
	const start = Number(pagination.cursor ?? 0);
	const more = start + limit < found.length;
	// A search has one variant per product.
	const entries = found.slice(start, start + limit).map((product) => {
		const { variants, ...rest } = entry(product, request);
		return { ...rest, variants: variants.slice(0, 1) };
	});
	const next = { has_next_page: more, total_count: found.length, ...(more && { cursor: String(start + limit) }) };
	return { json: { ucp: UCP, products: entries, pagination: next } };
}

function notFound(id = ''): FaceAnswer {
	const message = { type: 'error', code: 'not_found', content: `There is no product ${id}`, severity: 'unrecoverable' };
	return { json: { ucp: { ...UCP, status: 'error' }, messages: [message] } };
}

function entry(product: ShopProduct, { site, pictureOf }: FaceRequest) {
	const { sku, title, currentPrice, fullPrice, sizes } = product;
	const money = (amount: number) => ({ amount: Math.round(amount * 100), currency: 'USD' });
	const range = (amount: number) => ({ min: money(amount), max: money(amount) });
	const values = sizes.map(({ size, count }) => ({ label: size, available: count > 0, exists: true }));
	return {
		id: idOf(product),
		handle: ucp.pathOf(product).slice('/products/'.length),
		title,
		description: { plain: title },
		url: site + ucp.pathOf(product),
		price_range: range(currentPrice),
		...(fullPrice > currentPrice && { list_price_range: range(fullPrice) }),
		media: [{ type: 'image', url: pictureOf(sku), alt_text: title }],
		options: hasSizes(product) ? [{ name: 'Size', values }] : [],
		selected: [],
		variants: sizes.map(({ size, count }) => ({
			id: variantId(product, size),
			sku,
			title: size,
			price: money(currentPrice),
			...(fullPrice > currentPrice && { list_price: money(fullPrice) }),
			availability: { available: count > 0, status: count > 0 ? 'in_stock' : 'out_of_stock' },
			options: hasSizes(product) ? [{ name: 'Size', label: size }] : [],
		})),
	};
}
