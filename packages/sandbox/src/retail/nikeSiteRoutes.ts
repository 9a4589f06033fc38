import type { Router, RouterContext } from '@koa/router';
import { MARKETS, type RecordedProduct } from './catalogue.ts';
import { respond } from './faults.ts';
import { filtersOf } from './filters.ts';
import type { NikeShop } from './nikeShop.ts';
import { SANDBOX_STORES, stockInStore } from './nikeStores.ts';
import { nikePage, nikeWall } from './shops/faces/nikeSite.ts';
import { isFound, type ShopProduct } from './shops/product.ts';

/** The marketplace whose stock a merchandising group shares. */
const MARKET_OF: Readonly<Record<string, string>> = { EU: 'GB' };
const WALL = '/discover/product_wall/v1/marketplace/:market/language/:language/consumerChannelId/:channel';
/** Products of a page of a wall: Nike accepts 24, 50 and 100. */
const MAX_PER_PAGE = 100;

/**
 * What Nike has besides the feed of new products: their stock levels, their pages in the US, and the search in all
 * marketplaces. Addresses that are about refurbished products go on to the shop that sells these.
 */
export function nikeSiteRoutes(router: Router, nike: NikeShop, origin: () => string): void {
	const noted = (ctx: RouterContext, market: string) =>
		nike.requests.note(`${ctx.path.slice('/retail/nike'.length)}${ctx.search}`, market, {
			userAgent: ctx.get('user-agent'),
		});
	const facts = () => ({
		site: `${origin()}/retail/nike`,
		pictureOf: (sku: string) => `${origin()}/retail/nike/images/${sku}.png`,
	});

	router.get('/retail/nike/deliver/available_gtins/v3', (ctx) => {
		const filter = filtersOf(new URLSearchParams(ctx.querystring).getAll('filter'));
		const [storeId] = filter('storeId');
		if (storeId !== undefined)
			return inStore(ctx, { storeId, skus: filter('styleColor'), method: filter('method')[0] });
		const [group = 'US'] = filter('merchGroup');
		const market = MARKET_OF[group] ?? group;
		return respond(ctx, noted(ctx, market), { objects: [] }, () => {
			const products = filter('styleColor').flatMap((sku) => nike.product(market, sku) ?? []);
			ctx.body = { objects: products.flatMap((product) => stockOf(product, group)) };
		});
	});

	/** As recorded: rows of one store, and another status than 200 for one that does not carry the product. */
	function inStore(
		ctx: RouterContext,
		asked: { storeId: string; skus: readonly string[]; method: string | undefined },
	) {
		const { storeId, skus, method } = asked;
		const store = SANDBOX_STORES.find(({ id }) => id === storeId);
		return respond(ctx, noted(ctx, store?.address.country ?? ''), { objects: [] }, () => {
			const products = skus.flatMap((sku) => (store && nike.product(store.address.country, sku)) ?? []);
			if (products.length === 0 || method !== 'INSTORE') {
				ctx.status = 404;
				ctx.body = {
					httpStatus: 404,
					timestamp: new Date().toISOString(),
					service: 'available_gtins',
					message: 'Not found.',
				};
			} else ctx.body = { objects: products.flatMap((product) => stockInStore(product, storeId)) };
		});
	}

	router.get('/retail/nike/store/store_locations/v1', (ctx) =>
		respond(ctx, noted(ctx, ''), { objects: [] }, () => {
			ctx.body = { objects: SANDBOX_STORES };
		}),
	);

	router.get(`/retail/nike${WALL}`, (ctx, next) => {
		if (/refurbished/i.test(ctx.search)) return next();
		const market = String(ctx.params['market']);
		return respond(ctx, noted(ctx, market), { productGroupings: [], pages: { next: '' } }, () => {
			const query = new URLSearchParams(ctx.querystring);
			const products = nike.productsOf(market).map(shopProductOf);
			const found = products.filter((product) => isFound(product, query.get('searchTerms') ?? ''));
			const request = { ...facts(), path: ctx.path.slice('/retail/nike'.length), query, headers: ctx.headers };
			const currency = MARKETS[market]?.currency ?? 'USD';
			ctx.body = nikeWall(request, { products: found, currency, max: MAX_PER_PAGE }).json;
		});
	});

	router.get('/retail/nike/t/:slug/:sku', (ctx, next) => {
		const sku = String(ctx.params['sku']);
		const product = /refurbished/i.test(String(ctx.params['slug'])) ? undefined : nike.product('US', sku);
		if (!product) return next();
		return respond(ctx, noted(ctx, 'US'), '', () => {
			const gtins = new Map((product.skus ?? []).map(({ nikeSize, gtin = '' }) => [nikeSize, gtin]));
			ctx.type = 'html';
			ctx.body = nikePage(shopProductOf(product), facts(), (size) => gtins.get(size) ?? '');
		});
	});
}

function stockOf({ merchProduct, availableGtins = [] }: RecordedProduct, group: string) {
	return availableGtins.map(({ gtin, level, available }) => ({
		gtin,
		styleColor: merchProduct.styleColor,
		method: 'SHIP',
		level,
		available,
		locationId: { id: group, type: 'merchGroup' },
	}));
}

/** A product of the feed in the form of the other shops' products. A stocked size has one piece. */
export function shopProductOf(product: RecordedProduct): ShopProduct {
	const { merchProduct, merchPrice, productContent, skus = [], availableGtins = [] } = product;
	const stocked = new Set(availableGtins.filter(({ available }) => available).map(({ gtin }) => gtin));
	const { currentPrice = 0, fullPrice = 0 } = merchPrice ?? {};
	return {
		sku: merchProduct.styleColor,
		title: productContent?.fullTitle ?? productContent?.title ?? merchProduct.styleColor,
		currentPrice,
		fullPrice,
		sizes: skus.map(({ nikeSize = '', gtin = '' }) => ({ size: nikeSize, count: stocked.has(gtin) ? 1 : 0 })),
		launchAt: null,
		listedAt: merchProduct.commerceStartDate ?? '',
	};
}
