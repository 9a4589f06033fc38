import { randomUUID } from 'node:crypto';
import type { Context, Middleware, Next } from 'koa';
import type { Logger } from 'pino';
import { asCallError, CallError } from './errors.ts';

/** Gives the request its id, and is the one exit for everything that is thrown behind it. */
export function errorExit(log: Logger): Middleware {
	return async (ctx: Context, next: Next) => {
		const requestId = randomUUID();
		ctx.state['requestId'] = requestId;
		ctx.set('X-Request-Id', requestId);
		try {
			await next();
		} catch (error) {
			const known = asCallError(error) ?? asBodyError(error);
			// Logged here and nowhere else; what a caller did wrong is not our failure.
			if (!known) log.error({ err: error, requestId, method: ctx.method, path: ctx.path }, 'a call failed');
			const refusal =
				known ?? new CallError('internal', `Something went wrong on our side. Quote ${requestId} if you ask for help.`);
			ctx.status = refusal.status;
			if (refusal.retryAfter !== undefined) ctx.set('Retry-After', String(refusal.retryAfter));
			ctx.body = refusal.body();
		}
	};
}

/** What reading the body throws: too large, no JSON, a type that we do not read. */
function asBodyError(error: unknown): CallError | null {
	const { status, type, code } = error as { status?: number; type?: string; code?: string };
	if (status === 413 || type === 'entity.too.large')
		return new CallError('too_large', 'The body is too large: 1 MiB at most, 16 MiB for bulk calls.');
	if (status === 415) return new CallError('unsupported_media_type', 'Send JSON, with content-type application/json.');
	if (code?.startsWith('Z_')) return new CallError('invalid_input', 'The body is not compressed as it says.');
	if (status === 400) return new CallError('invalid_input', 'The body is not valid JSON.');
	return null;
}
