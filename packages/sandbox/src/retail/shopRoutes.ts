import type Router from '@koa/router';
import type { NikeShop } from './nikeShop.ts';
import { dataScript, escapeHtml, inScript } from './shops/html.ts';

/** A size in a thread. */
interface ShopSku {
	gtin?: string;
	nikeSize?: string;
	countrySpecifications?: { localizedSize?: string; localizedSizePrefix?: string }[];
}
interface ShopProduct {
	merchProduct: { styleColor: string };
	merchPrice?: { currentPrice?: number; currency?: string };
	productContent?: { title?: string };
	skus?: ShopSku[];
	availableGtins?: { gtin: string; available: boolean }[];
}

/**
 * The shop's own product page: sizes that appear with a delay, sold-out sizes disabled, and a button that adds to the
 * bag. Its data in schema.org's vocabulary has the same stock, for the test of product links.
 */
export function shopRoutes(router: Router, nike: NikeShop): void {
	router.get('/retail/shop/t/:slug/:sku', (ctx) => {
		const sku = String(ctx.params['sku']);
		const [thread] = nike.threadsOf('US', [sku]);
		const { productInfo = [] } = JSON.parse(thread ?? '{}') as { productInfo?: ShopProduct[] };
		const product = productInfo.find(({ merchProduct }) => merchProduct.styleColor === sku);
		if (!product) {
			ctx.status = 404;
			ctx.body = 'There is no such product.';
			return;
		}
		ctx.type = 'html';
		ctx.body = shopPage(product);
	});
}

function shopPage({ productContent, merchProduct, merchPrice, skus = [], availableGtins = [] }: ShopProduct): string {
	const stock = new Map(availableGtins.map(({ gtin, available }) => [gtin, available]));
	const sizes = skus.map(({ gtin = '', nikeSize = '?', countrySpecifications }) => {
		const { localizedSize = nikeSize, localizedSizePrefix } = countrySpecifications?.[0] ?? {};
		return {
			gtin,
			label: [localizedSizePrefix, localizedSize].filter(Boolean).join(' '),
			on: stock.get(gtin) === true,
		};
	});
	const name = productContent?.title ?? merchProduct.styleColor;
	const title = escapeHtml(name);
	const group = {
		'@type': 'ProductGroup',
		name,
		productGroupID: merchProduct.styleColor,
		hasVariant: sizes.map(({ gtin, label, on }) => ({
			'@type': 'Product',
			sku: gtin,
			size: label,
			offers: {
				'@type': 'Offer',
				price: merchPrice?.currentPrice,
				priceCurrency: merchPrice?.currency,
				availability: on ? 'InStock' : 'OutOfStock',
			},
		})),
	};
	return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>
${dataScript('type="application/ld+json"', group)}</head><body>
<h1>${title}</h1><div id="size-selector"></div>
<button data-testid="atb-button" disabled>Add to Bag</button><p>In your bag: <output id="bag"></output></p>
<script>
const sizes = ${inScript(sizes)};
const button = document.querySelector('button');
let chosen = null;
setTimeout(() => {
	for (const { gtin, label, on } of sizes) {
		const item = document.createElement('div');
		item.dataset.testid = 'pdp-grid-selector-item';
		const input = Object.assign(document.createElement('input'), { type: 'radio', name: 'grid-selector', id: 's' + gtin, disabled: !on });
		input.addEventListener('change', () => { chosen = label; button.disabled = true; setTimeout(() => { button.disabled = false; }, 50); });
		item.append(input, Object.assign(document.createElement('label'), { htmlFor: 's' + gtin, textContent: label }));
		document.getElementById('size-selector').append(item);
	}
}, 200);
button.addEventListener('click', () => { document.getElementById('bag').textContent += '[' + chosen + ']'; });
</script></body></html>`;
}
