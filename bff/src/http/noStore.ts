import type { Middleware } from 'koa';
import type { Endpoint } from '@dropwire/contract';
import { contract } from '@dropwire/contract';

const CALLS = /^\/(api|twitter|url|nike)(\/|$)/;
/** Reads whose response is the same for every caller. */
const PUBLIC: ReadonlySet<string> = new Set(
	Object.values<Endpoint>(contract)
		.filter(({ auth, method }) => method === 'GET' && auth.role === 'anyone' && !auth.identify)
		.map(({ path }) => path),
);

/** Prevents browsers and proxies from storing responses that depend on the caller. */
export const noStore: Middleware = (ctx, next) => {
	if (CALLS.test(ctx.path) && !PUBLIC.has(ctx.path)) ctx.set('Cache-Control', 'no-store');
	return next();
};
