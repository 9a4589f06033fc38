import { createHash } from 'node:crypto';
import type Router from '@koa/router';
import { MARKETS } from './catalogue.ts';
import { respond, type ShopContext } from './faults.ts';
import { filtersOf } from './filters.ts';
import type { NikeShop } from './nikeShop.ts';

const MAX_PER_PAGE = 100;
/** Nike's response without products. */
const EMPTY = { pages: { prev: '', next: '', totalPages: 0, totalResources: 0 }, objects: [] };

/** Nike's product feed (its documentation of "product_feed/threads"): filters, paging, errors, conditional requests. */
export function feedRoutes(router: Router, shop: NikeShop): void {
	for (const version of ['v2', 'v3']) {
		const path = `/product_feed/threads/${version}`;
		router.get(`/retail/nike${path}`, (ctx) => {
			const query = new URLSearchParams(ctx.querystring);
			const filter = filtersOf(query.getAll('filter'));
			const market = filter('marketplace')[0] ?? '';
			const fault = shop.requests.note(ctx.querystring, market, { path, userAgent: ctx.get('user-agent') });
			return respond(ctx, fault, EMPTY, () => answer(ctx, shop, { path, query, filter, market }));
		});
	}
}

interface FeedRequest {
	path: string;
	query: URLSearchParams;
	filter: ReturnType<typeof filtersOf>;
	market: string;
}

function answer(ctx: ShopContext & { fresh: boolean }, shop: NikeShop, request: FeedRequest): void {
	const { path, query, filter, market } = request;
	for (const name of ['marketplace', 'language', 'channelId']) {
		if (filter(name).length === 0) return refuse(ctx, 400, `Missing required filter: ${name}`);
	}
	const knows = MARKETS[market]?.languages.includes(filter('language')[0] ?? '') ?? false;
	const skus = [
		...filter('productInfo.merchProduct.styleColor'),
		...filter('publishedContent.properties.products.styleColor'),
	];
	const threads = knows ? shop.threadsOf(market, skus) : [];
	const count = Math.min(MAX_PER_PAGE, Number(query.get('count') ?? 50));
	const anchor = Number(query.get('anchor') ?? 0);
	const page = threads.slice(anchor, anchor + count);
	const next = new URLSearchParams(query);
	next.set('anchor', String(anchor + count));
	const pages = {
		prev: '',
		next: anchor + count < threads.length ? `${path}?${next}` : '',
		totalPages: Math.ceil(threads.length / count),
		totalResources: threads.length,
	};
	const text = `{"pages":${JSON.stringify(pages)},"objects":[${page.join(',')}]}`;
	if (shop.etags) ctx.set('etag', `"${createHash('sha1').update(text).digest('base64url')}"`);
	ctx.type = 'json';
	ctx.status = 200;
	if (ctx.fresh) ctx.status = 304;
	else ctx.body = text;
	return undefined;
}

function refuse(ctx: ShopContext, status: number, message: string): void {
	ctx.status = status;
	ctx.body = { httpStatus: status, timestamp: new Date().toISOString(), service: 'product_feed', message };
}
