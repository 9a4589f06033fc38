import { bodyParser } from '@koa/bodyparser';
import type { Context } from 'koa';
import type { Endpoint } from '@dropwire/contract';
import { CallError } from './errors.ts';

/** 1 MiB by default; 16 MiB for calls that take up to 10,000 rows. */
const [small, large] = [parser('1mb'), parser('16mb')];

/**
 * Reads the JSON body of a call into `ctx.request.body`, up to the call's limit.
 * @throws CallError 415 for another content type; the parser's error for an invalid body, which the error handler
 *   translates
 */
export async function readBody(ctx: Context, { method, limits }: Endpoint): Promise<void> {
	if (method === 'GET') return;
	// A chunked body has no length; a body of length 0 counts as no body.
	if (ctx.is('json') === false && ctx.request.length !== 0) {
		throw new CallError('unsupported_media_type', 'Send JSON, with content-type application/json.');
	}
	try {
		await (limits?.body === '16mb' ? large : small)(ctx, () => Promise.resolve());
	} catch (error) {
		// The parser stopped midway. The rest must be discarded, or the connection could not carry another request.
		ctx.req.unpipe().resume();
		throw error;
	}
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
