import { bodyParser } from '@koa/bodyparser';
import type { Context } from 'koa';
import type { Endpoint } from '@dropwire/contract';
import { CallError } from './errors.ts';
import type { SignatureCheck } from './signatures.ts';

/** 1 MiB by default; 16 MiB for calls that take up to 10,000 rows; 64 KiB for signed events. */
const parsers = { '1mb': parser('1mb'), '16mb': parser('16mb'), '64kb': parser('64kb') };

/**
 * Reads the JSON body of a call into `ctx.request.body`, up to the call's limit.
 * @param check of a body's signature, before it is parsed
 * @throws what `check` throws; CallError 415 for another content type; the parser's error for an invalid body, which the error handler
 *   translates
 */
export async function readBody(ctx: Context, { method, limits }: Endpoint, check?: SignatureCheck): Promise<void> {
	if (method === 'GET') return;
	// A chunked body has no length; a body of length 0 counts as no body.
	if (ctx.is('json') === false && ctx.request.length !== 0) {
		throw new CallError('unsupported_media_type', 'Send JSON, with content-type application/json.');
	}
	try {
		await parsers[limits?.body ?? '1mb'](ctx, () => Promise.resolve());
		const { body } = ctx.request;
		check?.(ctx.headers, typeof body === 'string' ? body : '');
		if (typeof body === 'string' && body !== '') ctx.request.body = parseJson(body);
	} catch (error) {
		// The parser stopped midway. The rest must be discarded, or the connection could not carry another request.
		ctx.req.unpipe().resume();
		throw error;
	}
}

function parser(textLimit: string) {
	return bodyParser({
		// As text: the parser of JSON refuses a whole body for one key (parseJson).
		enableTypes: ['text'],
		extendTypes: { text: ['json', '+json'] },
		textLimit,
		parsedMethods: ['POST', 'PUT', 'PATCH', 'DELETE'],
		onError(error) {
			throw error;
		},
	});
}

/** What only few bodies have: half of a character, or `__proto__`, whose letters can be escapes. */
const RARE = /\\u(?:d[89a-f]|005f|006f|007[024])|__proto__/i;

/**
 * Parses a body. Its texts are well-formed, because a database replaces half a character, and what is stored would differ
 * from what was sent. A key `__proto__` is left out.
 * @throws SyntaxError with status 400
 */
function parseJson(text: string): unknown {
	try {
		const revived = (key: string, value: unknown) => {
			if (key === '__proto__') return undefined;
			return typeof value === 'string' ? value.toWellFormed() : value;
		};
		return JSON.parse(text, RARE.test(text) ? revived : undefined) as unknown;
	} catch (error) {
		throw Object.assign(error as SyntaxError, { status: 400 });
	}
}
