import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { send } from '@koa/send';
import type { Context, Middleware, Next } from 'koa';
import type { Endpoint } from '../../contract/endpoint.ts';
import { contract } from '../../contract/index.ts';
import { CallError } from './errors.ts';

/** Below these every unknown path is a JSON 404, not a page. */
const API_PATHS = /^\/(api|twitter|url|nike|connect|healthz|readyz|metrics)(\/|$)/;
/** Addresses that redirect. */
const LEADS_ON = /^\/(s\/|invite$)/;
const YEAR_MS = 365 * 86_400_000;

/** Serves the built web: the landing page at `/`, the application for every other path that is a page's. What is left is 404 or 405. */
export function web(root: string): Middleware {
	const app = join(root, 'app.html');
	return async (ctx: Context, next: Next) => {
		try {
			await next();
		} catch (error) {
			// Who follows an address that leads on, and it leads nowhere, is a person with a browser.
			const lost = LEADS_ON.test(ctx.path) && error instanceof CallError && error.code === 'not_found';
			if (!lost || !existsSync(app)) throw error;
			await send(ctx, 'app.html', { root });
			ctx.status = 404;
			return;
		}
		if (ctx.status !== 404 || ctx.body !== undefined) return;
		const allowed = allowedMethods(ctx.path);
		if (allowed.length > 0) {
			ctx.set('Allow', allowed.join(', '));
			throw new CallError('method_not_allowed', `This path takes ${allowed.join(' and ')}.`);
		}
		if (API_PATHS.test(ctx.path)) throw new CallError('not_found', 'There is no such call.');
		if (ctx.method !== 'GET' && ctx.method !== 'HEAD') throw new CallError('not_found', 'There is no such call.');
		const file = ctx.path.slice(1);
		if (file && !file.endsWith('/') && existsSync(join(root, file)) && !file.includes('..')) {
			// The build names its assets by their content.
			const immutable = file.startsWith('assets/');
			await send(ctx, file, { root, ...(immutable && { maxAge: YEAR_MS, immutable: true }) });
			return;
		}
		if (/\.\w+$/.test(file)) throw new CallError('not_found', 'There is no such file.');
		if (!existsSync(app)) throw new CallError('not_ready', 'The web is not built. Run: npm run build -w web');
		ctx.set('Cache-Control', 'no-cache');
		await send(ctx, ctx.path === '/' ? 'index.html' : 'app.html', { root });
	};
}

const CALLS = Object.values<Endpoint>(contract).map(({ method, path }) => ({
	method,
	matches: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`),
}));

/** The methods that the contract knows for a path; none when the path is unknown. */
function allowedMethods(path: string): string[] {
	return [...new Set(CALLS.filter(({ matches }) => matches.test(path)).map(({ method }) => method))];
}
