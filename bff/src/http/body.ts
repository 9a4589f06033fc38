import { bodyParser } from '@koa/bodyparser';
import type { Context } from 'koa';
import type { Endpoint } from '../../contract/endpoint.ts';
import { CallError } from './errors.ts';

/** Contract: "1 MiB bodies"; calls that take up to 10,000 rows have more, for who may make them. */
const [small, large] = [parser('1mb'), parser('16mb')];

/**
 * Reads the JSON body of a call into `ctx.request.body`, within the call's limit.
 * @throws CallError 415 for what says that it is no JSON; what the parser throws for a bad one, which the exit puts into words
 */
export async function readBody(ctx: Context, { method, largeBody }: Endpoint): Promise<void> {
	if (method === 'GET') return;
	// A body in chunks does not say how long it is; one of no length is none.
	if (ctx.is('json') === false && ctx.request.length !== 0) {
		throw new CallError('unsupported_media_type', 'Send JSON, with content-type application/json.');
	}
	try {
		await (largeBody ? large : small)(ctx, () => Promise.resolve());
	} catch (error) {
		// Reading stopped midway: what is left flows off, else the connection never gets to the next call.
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
