import { createHash } from 'node:crypto';
import type Router from '@koa/router';
import { MARKETS } from './catalogue.ts';
import type { NikeFault, NikeWorld } from './nikeWorld.ts';

const MOST_PER_PAGE = 100;
const MOST_REQUESTS_KEPT = 200;

/** Nike's product feed (its documentation of "product_feed/threads"): filters, paging, errors, conditional requests. */
export function feedRoutes(router: Router, world: NikeWorld): void {
	for (const version of ['v2', 'v3']) {
		router.get(`/retail/nike/product_feed/threads/${version}`, (ctx) => {
			world.requestCount++;
			world.requests.push(ctx.querystring);
			if (world.requests.length > MOST_REQUESTS_KEPT) world.requests.shift();
			const query = new URLSearchParams(ctx.querystring);
			const filter = filtersOf(query.getAll('filter'));
			const market = filter('marketplace')[0] ?? '';
			const fault = world.takeFault(market);
			if (fault) return misbehave(ctx, fault);
			for (const name of ['marketplace', 'language', 'channelId']) {
				if (filter(name).length === 0) return refuse(ctx, 400, `Missing required filter: ${name}`);
			}
			const knows = MARKETS[market]?.languages.includes(filter('language')[0] ?? '') ?? false;
			const skus = [
				...filter('productInfo.merchProduct.styleColor'),
				...filter('publishedContent.properties.products.styleColor'),
			];
			const threads = knows ? world.threadsOf(market, skus) : [];
			const count = Math.min(MOST_PER_PAGE, Number(query.get('count') ?? 50));
			const anchor = Number(query.get('anchor') ?? 0);
			const page = threads.slice(anchor, anchor + count);
			const next = new URLSearchParams(query);
			next.set('anchor', String(anchor + count));
			const pages = {
				prev: '',
				next: anchor + count < threads.length ? `/product_feed/threads/${version}?${next}` : '',
				totalPages: Math.ceil(threads.length / count),
				totalResources: threads.length,
			};
			const text = `{"pages":${JSON.stringify(pages)},"objects":[${page.join(',')}]}`;
			if (world.etags) ctx.set('etag', `"${createHash('sha1').update(text).digest('base64url')}"`);
			ctx.type = 'json';
			ctx.status = 200;
			if (ctx.fresh) ctx.status = 304;
			else ctx.body = text;
			return undefined;
		});
	}
}

interface Context {
	status: number;
	body: unknown;
	type: string;
	respond?: boolean | undefined;
	req: { socket: { resetAndDestroy(): void } };
	set(name: string, value: string): void;
}

function refuse(ctx: Context, status: number, message: string): void {
	ctx.status = status;
	ctx.body = { httpStatus: status, timestamp: new Date().toISOString(), service: 'product_feed', message };
}

function misbehave(ctx: Context, fault: NikeFault): void {
	if ('hang' in fault || 'drop' in fault) {
		ctx.respond = false;
		if ('drop' in fault) ctx.req.socket.resetAndDestroy();
	} else if ('accessDenied' in fault) {
		ctx.status = 403;
		ctx.type = 'html';
		ctx.body = '<HTML><HEAD><TITLE>Access Denied</TITLE></HEAD><BODY><H1>Access Denied</H1></BODY></HTML>';
	} else if ('garbage' in fault) {
		ctx.status = 200;
		ctx.body = '<!doctype html><title>Just a moment</title>';
	} else if ('reshaped' in fault) {
		ctx.status = 200;
		ctx.body = { data: { threads: [] } };
	} else if ('emptyOk' in fault) {
		ctx.status = 200;
		ctx.body = { pages: { prev: '', next: '', totalPages: 0, totalResources: 0 }, objects: [] };
	} else {
		if (fault.retryAfter !== undefined) ctx.set('retry-after', String(fault.retryAfter));
		ctx.status = fault.status;
		ctx.body = fault.body ?? { httpStatus: fault.status, message: 'Sandbox fault' };
	}
}

/** `marketplace(US)` by name, as a list. */
function filtersOf(filters: readonly string[]): (name: string) => string[] {
	const values = new Map<string, string[]>();
	for (const text of filters) {
		const [, name, list] = /^([\w.]+)\((.*)\)$/.exec(text) ?? [];
		if (name && list) values.set(name, list.split(',').filter(Boolean));
	}
	return (name) => values.get(name) ?? [];
}
