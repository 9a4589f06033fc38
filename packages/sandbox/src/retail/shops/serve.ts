import { createHash } from 'node:crypto';
import type { Context, Middleware } from 'koa';
import { respond } from '../faults.ts';
import type { FaceAnswer, FaceRequest } from './face.ts';
import { plainPage } from './html.ts';
import type { SandboxShop } from './shop.ts';
import { folderOf, type Shops } from './table.ts';

/** All shops below one address, each in its folder: `/retail/jd/store/…`. Other addresses go on to the next middleware. */
export function shopFolders(shops: Shops, origin: () => string): Middleware {
	const byFolder = new Map([...shops].map(([id, shop]) => [folderOf(id), shop]));
	return async (ctx, next) => {
		const [, folder = '', path = ''] = /^\/retail\/([^/]+)(\/.*)?$/.exec(ctx.path) ?? [];
		const shop = byFolder.get(folder);
		if (shop) await serve(ctx, shop, { path: path || '/', prefix: `/retail/${folder}`, origin: origin() });
		else await next();
	};
}

/** One shop at an address of its own. @param origin the sandbox's own address */
export function shopAlone(shop: SandboxShop, origin: () => string): Middleware {
	return (ctx) => serve(ctx, shop, { path: ctx.path, prefix: '', origin: origin() });
}

async function serve(
	ctx: Context,
	shop: SandboxShop,
	{ path, prefix, origin }: { path: string; prefix: string; origin: string },
): Promise<void> {
	const request: FaceRequest = {
		method: ctx.method,
		path: decoded(path),
		query: new URLSearchParams(ctx.querystring),
		headers: ctx.headers,
		body: ctx.request.body,
		site: `http://${ctx.host}${prefix}`,
		imagesUrl: `${origin}/retail/images`,
		pictureOf: (sku) => `${origin}/retail/nike/images/${sku.replaceAll(/[^\w-]/g, '')}.png`,
	};
	const fault = shop.requests.note(`${path}${ctx.search}`, 'US', { userAgent: ctx.get('user-agent') });
	await respond(ctx, fault, {}, () => send(ctx, answerOf(shop, request), shop, prefix));
}

function answerOf(shop: SandboxShop, request: FaceRequest): FaceAnswer {
	const { path } = request;
	const { front, disallowed } = shop.face;
	if (path === '/robots.txt') return { text: `User-agent: *\nDisallow: ${disallowed}\n` };
	if (shop.isMoved(path)) return { redirect: front };
	const answer = shop.face.answer(request, shop);
	if (answer) return answer;
	return path === '/' || path === front
		? { html: plainPage(shop.name) }
		: { status: 404, html: plainPage('Page not found') };
}

function send(ctx: Context, answer: FaceAnswer, { face, changedAt }: SandboxShop, prefix: string): void {
	if ('redirect' in answer) {
		ctx.redirect(`${prefix}${answer.redirect}`);
		return;
	}
	ctx.status = answer.status ?? 200;
	const [type, text] = contentOf(answer);
	for (const [name, value] of Object.entries(('headers' in answer && answer.headers) || {})) ctx.set(name, value);
	if (face.validator === 'etag') ctx.etag = createHash('sha1').update(text).digest('base64url');
	if (face.validator === 'last-modified') ctx.lastModified = new Date(changedAt);
	ctx.type = type;
	if (ctx.status === 200 && ctx.fresh) ctx.status = 304;
	else ctx.body = text;
}

function contentOf(answer: Exclude<FaceAnswer, { redirect: string }>): [type: string, text: string] {
	if ('html' in answer) return ['html', answer.html];
	if ('text' in answer) return ['text', answer.text];
	return ['json', JSON.stringify(answer.json)];
}

/** A path whose escapes are wrong stays as it is. */
function decoded(path: string): string {
	try {
		return decodeURIComponent(path);
	} catch {
		return path;
	}
}
