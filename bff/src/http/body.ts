import { bodyParser } from '@koa/bodyparser';
import type { Context, Middleware, Next } from 'koa';
import { entriesFor } from './entries.ts';
import { CallError } from './errors.ts';
import type { CallState } from './calls.ts';

/** Contract: "1 MiB bodies"; calls that take up to 10,000 rows have more, for the operators who may make them. */
const SMALL = '1mb';
const LARGE = '16mb';

/** Reads JSON bodies, each within the limit of its call. What is no JSON is refused where a call expects some. */
export function readBodies(): Middleware {
	const [small, large] = [parser(SMALL), parser(LARGE)];
	return async (ctx: Context, next: Next) => {
		if (ctx.method === 'GET' || ctx.method === 'HEAD') return next();
		const entry = entriesFor(ctx.path).find((found) => found.entry.method === ctx.method)?.entry;
		if (entry && ctx.request.length && !ctx.is('json')) {
			throw new CallError('unsupported_media_type', 'Send JSON, with content-type application/json.');
		}
		const caller = entry?.largeBody ? await (ctx.state as CallState).caller() : null;
		return (caller?.access?.admin ? large : small)(ctx, next);
	};
}

function parser(jsonLimit: string) {
	return bodyParser({
		enableTypes: ['json'],
		jsonLimit,
		jsonStrict: false,
		parsedMethods: ['POST', 'PUT', 'PATCH', 'DELETE'],
		onError(error) {
			throw error;
		},
	});
}
