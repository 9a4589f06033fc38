import Router from '@koa/router';
import type Koa from 'koa';

/** Handlers by method and path: a fixed path is found at once, those with parameters by the router, one after the other. */
export class Routes {
	readonly #fixed = new Map<string, Koa.Middleware>();
	readonly #withParams = new Router();

	/** @param path as the router writes it: `/s/:slug` */
	add(method: string, path: string, handle: Koa.Middleware): void {
		if (path.includes(':')) this.#withParams.register(path, [method], handle);
		else this.#fixed.set(`${method} ${path}`, handle);
	}

	/** For `app.use`. What is none of these goes on to the next. */
	middleware(): Koa.Middleware {
		const withParams = this.#withParams.routes() as unknown as Koa.Middleware;
		return (ctx, next) => {
			const method = ctx.method === 'HEAD' ? 'GET' : ctx.method;
			return (this.#fixed.get(`${method} ${ctx.path}`) ?? withParams)(ctx, next);
		};
	}
}
