import { stockOf } from '@dropwire/domain';
import { Parser } from 'htmlparser2';
import { absoluteUrl, plainText } from '../fields.ts';
import { withoutData } from '../html/walls.ts';
import { currencyCode, priceOf } from '../money.ts';
import { type ShopReading, shopReading, type ShopRefusal } from '../reading.ts';
import { rdfaIn } from '../schemaOrg/microdata.ts';
import { isCurrent, offeredBy } from '../schemaOrg/offers.ts';
import { differentProducts, imageOf, productsIn, skusOf } from '../schemaOrg/products.ts';
import { textOf } from '../schemaOrg/thing.ts';

/**
 * Reads a page that describes its product for links in other sites only: RDFa, or Open Graph's `product:` fields (documented
 * at ogp.me and by Facebook). They give title, price and picture. What they say about stock is not used: shops fill it in once.
 */
export function readOpenGraphPage(html: string, { url }: { url: string }): ShopReading | ShopRefusal {
	return fromRdfa(html, url) ?? fromMeta(html, url) ?? withoutData(html, 'The page contains no product data');
}

/** Reads the currency that Open Graph's fields of a page state; null if they state none. */
export function readPageCurrency(html: string): string | null {
	return currencyCode(currencyIn(metaIn(html)));
}

function fromRdfa(html: string, url: string): ShopReading | null {
	const named = productsIn(rdfaIn(html)).products.filter((product) => textOf(product, 'name') !== null);
	const [product, ...others] = differentProducts(named);
	if (!product || others.length > 0) return null;
	return shopReading({
		sku: skusOf(product)[0] ?? null,
		title: textOf(product, 'name') ?? '',
		image: imageOf(product, url),
		url,
		price: offeredBy(product).price,
		stock: stockOf('unknown'),
		sizes: [],
	});
}

function fromMeta(html: string, url: string): ShopReading | null {
	const meta = metaIn(html);
	const of = (...names: string[]) => names.map((name) => meta.get(name)).find((text) => text !== undefined);
	const amount = of('product:price:amount', 'og:price:amount');
	const title = plainText(of('og:title'));
	if (title === null || (!/\bproduct$/i.test(of('og:type') ?? '') && amount === undefined)) return null;
	const isSale = isCurrent([of('product:sale_price_dates:start')], [of('product:sale_price_dates:end')]);
	const sale = isSale ? of('product:sale_price:amount') : undefined;
	const full = of('product:original_price:amount');
	return shopReading({
		sku: plainText(of('product:retailer_item_id')),
		title,
		image: absoluteUrl(of('og:image:secure_url', 'og:image', 'og:image:url'), url),
		url,
		price: priceOf(sale ?? amount, full ?? amount, currencyIn(meta)),
		stock: stockOf('unknown'),
		sizes: [],
	});
}

function currencyIn(meta: ReadonlyMap<string, string>): string | undefined {
	return meta.get('product:price:currency') ?? meta.get('og:price:currency');
}

/** The first value of each property of a page's `meta` elements. */
function metaIn(html: string): ReadonlyMap<string, string> {
	const found = new Map<string, string>();
	const parser = new Parser({
		onopentag(tag, { property, name = property, content }) {
			const key = (property ?? name)?.trim().toLowerCase();
			if (tag === 'meta' && key && content && !found.has(key)) found.set(key, content);
		},
	});
	parser.write(html);
	return found;
}
