import type { Middleware } from 'koa';
import type { Endpoint } from '@dropwire/contract';
import { contract } from '@dropwire/contract';

const CALLS = /^\/(api|twitter|url|nike)(\/|$)/;
const PUBLIC: ReadonlySet<string> = new Set(
	Object.values<Endpoint>(contract)
		.filter(isPublic)
		.map(({ path }) => path),
);

/** Whether a call is a read whose response is the same for every caller. */
export function isPublic({ auth, method }: Pick<Endpoint, 'auth' | 'method'>): boolean {
	return method === 'GET' && auth.role === 'anyone' && !auth.identify;
}

/** Prevents browsers and proxies from storing responses that depend on the caller. */
export const noStore: Middleware = (ctx, next) => {
	if (CALLS.test(ctx.path) && !PUBLIC.has(ctx.path)) ctx.set('Cache-Control', 'no-store');
	return next();
};
