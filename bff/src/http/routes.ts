import Router, { type RouterMiddleware } from '@koa/router';
import type Koa from 'koa';

/** Handlers by method and path: a fixed path is found at once, only those with parameters are tried one by one. */
export class Routes {
	readonly #fixed = new Map<string, Router>();
	readonly #withParams = new Router();

	/** @param path as the router writes it: `/s/:slug` */
	add(method: string, path: string, handle: RouterMiddleware): void {
		this.#routerOf(path).register(path, [method], handle);
	}

	/** For `app.use`, once everything is added. */
	middleware(): Koa.Middleware {
		const fixed = new Map(
			[...this.#fixed].map(([path, router]) => [path, router.routes() as unknown as Koa.Middleware]),
		);
		const withParams = this.#withParams.routes() as unknown as Koa.Middleware;
		return (ctx, next) => (fixed.get(ctx.path) ?? withParams)(ctx, next);
	}

	#routerOf(path: string): Router {
		if (path.includes(':')) return this.#withParams;
		const router = this.#fixed.get(path) ?? new Router();
		this.#fixed.set(path, router);
		return router;
	}
}
