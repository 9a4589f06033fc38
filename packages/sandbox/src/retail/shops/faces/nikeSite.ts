import type { Face, FaceRequest } from '../face.ts';
import { dataScript, jsonLd, page, plainPage } from '../html.ts';
import { inStock, numberOfSize, type ShopProduct, slugOf } from '../product.ts';

/** A wall's address in Nike's interface, by market. */
const WALL = /^\/discover\/product_wall\/v1\/marketplace\/[A-Z]+\/language\/[\w-]+\/consumerChannelId\/[\da-f-]+$/;
/** Where the wall of a page continues: the channel is that of Nike's website. */
const US_WALL =
	'/discover/product_wall/v1/marketplace/US/language/en/consumerChannelId/d9a5bc42-4b9c-4976-858a-f159cf99c647';
/** Fewer than Nike's pages have, so that few products make several pages. */
const MAX_PER_PAGE = 2;

/**
 * Nike's website: product pages with `__NEXT_DATA__`, and the product wall as a page and as JSON. The sandbox's shop of
 * refurbished products uses it, at Nike's own address.
 */
export const nikeSite: Face = {
	front: '/',
	disallowed: '/checkout',
	pathOf: (product) => `/t/${slugOf(product)}/${product.sku}`,
	answer(request, shop) {
		const { path } = request;
		const all = { products: shop.products(), currency: 'USD', max: MAX_PER_PAGE };
		if (WALL.test(path)) return nikeWall(request, all);
		if (path === '/w' || path.startsWith('/w/')) return { html: wallPage(request, all) };
		// The name in a link does not matter: `/t/_/{sku}` works, too.
		const [, sku] = /^\/t\/[^/]+\/([^/]+)$/.exec(path) ?? [];
		const product = shop.products().find((one) => one.sku === sku);
		return product ? { html: nikePage(product, request) } : null;
	},
};

/** A product's page, with the data from which it renders. @param gtinOf the gtin of a size */
export function nikePage(
	product: ShopProduct,
	request: Pick<FaceRequest, 'site' | 'pictureOf'>,
	gtinOf = (size: string) => String(numberOfSize(product, size)).padStart(14, '0'),
): string {
	const { sku, title, sizes } = product;
	const data = {
		styleColor: sku,
		productInfo: { title, fullTitle: title, url: request.site + nikeSite.pathOf(product) },
		prices: prices(product),
		statusModifier: inStock(product) ? 'BUYABLE_BUY' : 'OUT_OF_STOCK',
		featuredAttributes: [],
		contentImages: [{ properties: { squarish: { url: request.pictureOf(sku) } } }],
		sizes: sizes.map(({ size, count }) => ({
			label: size,
			localizedLabel: size,
			status: count > 0 ? 'ACTIVE' : 'OOS',
			gtins: [{ gtin: gtinOf(size) }],
		})),
	};
	const pageProps = { selectedProduct: data, productGroups: [{ products: { [sku]: data } }] };
	return page(
		product,
		jsonLd(product, request, { path: nikeSite.pathOf(product), sizes: false }) + nextData(pageProps),
	);
}

function nextData(pageProps: object): string {
	return dataScript('id="__NEXT_DATA__" type="application/json"', { props: { pageProps } });
}

function prices({ currentPrice, fullPrice }: ShopProduct, currency = 'USD') {
	return { currency, currentPrice, initialPrice: fullPrice };
}

/** The products of a wall, and how many of them a page has at most. */
interface Wall {
	products: readonly ShopProduct[];
	currency: string;
	max: number;
}
type WallRequest = Pick<FaceRequest, 'path' | 'query' | 'site' | 'pictureOf'>;

/** A page of a wall as JSON. */
export function nikeWall(request: WallRequest & Pick<FaceRequest, 'headers'>, wall: Wall): { json: unknown } {
	// Nike answers 200 with an error if the caller does not name itself.
	if (request.headers['nike-api-caller-id'] === undefined)
		return { json: { errors: [{ code: 'MISSING_CALLER_ID', message: 'nike-api-caller-id is required' }] } };
	const { productGroupings, ...pages } = wallData(request, wall);
	return { json: { productGroupings, pages } };
}

function wallPage(request: FaceRequest, wall: Wall): string {
	const next = new URLSearchParams({ path: `${request.path}?${request.query}`, queryType: 'PRODUCTS', count: '24' });
	const { productGroupings, ...pageData } = wallData({ ...request, path: US_WALL, query: next }, wall);
	const initialState = { Wall: { productGroupings, pageData } };
	return `${plainPage('Refurbished shoes')}${nextData({ initialState })}`;
}

function wallData({ path, query, site, pictureOf }: WallRequest, { products, currency, max }: Wall) {
	const anchor = Number(query.get('anchor') ?? 0);
	const size = Math.min(max, Number(query.get('count') ?? max));
	const end = anchor + size;
	const next = new URLSearchParams(query);
	next.set('anchor', String(end));
	return {
		productGroupings: products.slice(anchor, end).map((product) => ({
			products: [
				{
					productCode: product.sku,
					copy: { title: product.title, subTitle: 'Shoes' },
					prices: prices(product, currency),
					pdpUrl: { url: site + nikeSite.pathOf(product), path: nikeSite.pathOf(product) },
					displayColors: { colorDescription: 'White/Black' },
					colorwayImages: { squarishURL: pictureOf(product.sku) },
				},
			],
		})),
		next: end < products.length ? `${path}?${next}` : '',
		prev: '',
		totalPages: Math.ceil(products.length / size),
		totalResources: products.length,
	};
}
