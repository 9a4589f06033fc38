import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { send } from '@koa/send';
import type { Context, Middleware, Next } from 'koa';
import { contract, type Endpoint, isPage, publicPageAt } from '@dropwire/contract';
import { CallError } from '../http/errors.ts';
import type { PublicDocuments } from './publicDocuments.ts';

/** Unknown paths below these get a JSON 404; other unknown paths get a page with status 404. */
const API_PATHS = /^\/(api|twitter|url|nike|connect|healthz|readyz|metrics)(\/|$)/;
/** Sign-in supports only Discord; another provider's path is an unknown page. */
const SIGN_IN = /^\/connect\//;
const YEAR_MS = 365 * 86_400_000;

/** Serves the built web app after all calls: its files and its pages. Every other path is 404 or 405. */
export function web(root: string, documents: PublicDocuments): Middleware {
	const app = join(root, 'app.html');
	return async (ctx: Context, next: Next) => {
		try {
			await next();
		} catch (error) {
			const isUnknown = isRedirect(ctx.path) && error instanceof CallError && error.code === 'not_found';
			if (!isUnknown || !existsSync(app)) throw error;
			return documents.send(ctx);
		}
		if (ctx.status !== 404 || ctx.body !== undefined) return;
		const allowed = allowedMethods(ctx.path);
		if (allowed.length > 0) {
			ctx.set('Allow', allowed.join(', '));
			throw new CallError('method_not_allowed', `Allowed methods: ${allowed.join(', ')}.`);
		}
		if (SIGN_IN.test(ctx.path) && ctx.method === 'GET' && existsSync(app)) return documents.send(ctx);
		if (API_PATHS.test(ctx.path)) throw new CallError('not_found', 'This call does not exist.');
		if (ctx.method !== 'GET' && ctx.method !== 'HEAD') throw new CallError('not_found', 'This call does not exist.');
		const file = ctx.path.slice(1);
		if (file && !file.endsWith('/') && existsSync(join(root, file)) && !file.includes('..')) {
			// The file names of assets contain a hash of their content.
			const immutable = file.startsWith('assets/');
			await send(ctx, file, { root, ...(immutable && { maxAge: YEAR_MS, immutable: true }) });
			return;
		}
		// The SKU of a product can end like the name of a file.
		if (/\.\w+$/.test(file) && !isPage(ctx.path)) throw new CallError('not_found', 'This file does not exist.');
		if (!existsSync(app)) throw new CallError('not_ready', 'The web app is not built. Run: npm run build -w web');
		if (!isPage(ctx.path) || publicPageAt(ctx.path)) return documents.send(ctx);
		ctx.set('Cache-Control', 'no-cache');
		await send(ctx, 'app.html', { root });
	};
}

const CALLS = Object.values<Endpoint>(contract).map(({ method, path, output }) => ({
	method,
	redirects: output === 'redirect',
	matches: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`),
}));

/** Whether a call with this path redirects: it is for people with a browser. */
function isRedirect(path: string): boolean {
	return CALLS.some(({ redirects, matches }) => redirects && matches.test(path));
}

/** The methods that the contract allows on a path; none for an unknown path. */
function allowedMethods(path: string): string[] {
	return [...new Set(CALLS.filter(({ matches }) => matches.test(path)).map(({ method }) => method))];
}
