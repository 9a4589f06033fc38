import type { FaceRequest } from './face.ts';
import { dollars, hasSizes, inStock, numberOfSize, type ShopProduct } from './product.ts';

/** A page with what a person sees, and `data` (scripts, microdata) for programs. */
export function page(
	{ title, currentPrice, sizes }: ShopProduct,
	data: string,
	{ head = '', body = '' }: { head?: string; body?: string } = {},
): string {
	const rows = sizes.map(({ size, count }) => `<li>${escapeHtml(size)}${count > 0 ? '' : ' (sold out)'}</li>`);
	return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>${head}</head>
<body${body}><h1>${escapeHtml(title)}</h1><p>$${dollars(currentPrice)}</p><ul>${rows.join('')}</ul>
${data}</body></html>`;
}

/** A page without a product: the front page, or the answer for an address that does not exist. */
export function plainPage(title: string): string {
	return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>
<body><h1>${escapeHtml(title)}</h1></body></html>`;
}

/** JSON-LD of a product: a group with one variant per size, or one product with one offer. */
export function jsonLd(
	product: ShopProduct,
	{ site, pictureOf }: Pick<FaceRequest, 'site' | 'pictureOf'>,
	{ path, sizes = hasSizes(product) }: { path: string; sizes?: boolean },
): string {
	const { sku, title } = product;
	const url = `${site}${path}`;
	const common = { '@context': 'https://schema.org', name: title, image: pictureOf(sku), url };
	const data = sizes
		? { ...common, '@type': 'ProductGroup', productGroupID: sku, variesBy: ['https://schema.org/size'] }
		: { ...common, '@type': 'Product', sku, offers: offer(product, inStock(product), url) };
	const hasVariant = product.sizes.map(({ size, count }) => ({
		'@type': 'Product',
		sku: String(numberOfSize(product, size)),
		name: `${title}, ${size}`,
		size,
		offers: offer(product, count > 0, url),
	}));
	return dataScript('type="application/ld+json"', { ...data, ...(sizes && { hasVariant }) });
}

function offer({ currentPrice, fullPrice }: ShopProduct, available: boolean, url: string) {
	const full = { '@type': 'UnitPriceSpecification', priceType: 'https://schema.org/ListPrice', price: fullPrice };
	return {
		'@type': 'Offer',
		price: currentPrice,
		priceCurrency: 'USD',
		...(fullPrice > currentPrice && { priceSpecification: { ...full, priceCurrency: 'USD' } }),
		availability: `https://schema.org/${available ? 'InStock' : 'OutOfStock'}`,
		itemCondition: 'https://schema.org/NewCondition',
		url,
	};
}

/** A script of data. */
export function dataScript(attributes: string, data: unknown): string {
	return `<script ${attributes}>${inScript(data)}</script>`;
}

/** JSON that cannot end the script that contains it. */
export function inScript(value: unknown): string {
	return JSON.stringify(value).replaceAll('<', '\\u003c');
}

export function escapeHtml(text: string): string {
	return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}
