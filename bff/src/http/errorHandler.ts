import { randomUUID } from 'node:crypto';
import { isDamaged } from '@dropwire/db';
import type { Context, Middleware, Next } from 'koa';
import type { Logger } from 'pino';
import type { ServerState } from './context.ts';
import { asCallError, CallError } from './errors.ts';
import { isMalformed, type Malformed } from './malformed.ts';
import type { RequestState } from './request.ts';
import { createTally, type Tally } from './tally.ts';

/**
 * Assigns the request id, and turns every error of later middleware into a response.
 * @param state records that the embedded database's file turned out to be damaged
 */
export function errorHandler(log: Logger, malformed: Tally<Malformed>, state: ServerState): Middleware {
	// Locks that many calls wait for fail all of them, so these errors share one log line per interval.
	const unavailable = createTally<unknown>((calls, error) => {
		log.error({ err: error, calls }, 'calls were answered with 503');
	});
	return async (ctx: Context, next: Next) => {
		const requestId = randomUUID();
		ctx.state['requestId'] = requestId;
		ctx.set('X-Request-Id', requestId);
		try {
			await next();
		} catch (error) {
			if (isDamaged(error)) state.damaged = true;
			const { path = ctx.path, repeatable } = ctx.state as RequestState;
			const known = asCallError(error, repeatable) ?? asBodyError(error);
			// Errors are logged only here. Errors that the caller caused are not logged.
			if (isMalformed(error)) malformed.add({ code: error.code });
			else if (known?.code === 'unavailable' && error !== known) unavailable.add(error);
			else if (!known || (known.code === 'internal' && error !== known)) {
				log.error({ err: error, requestId, method: ctx.method, path }, 'a call failed');
			}
			const rejection = known ?? new CallError('internal', `Internal error. Quote ${requestId} if you ask for help.`);
			ctx.status = rejection.status;
			if (rejection.retryAfter !== undefined) ctx.set('Retry-After', String(rejection.retryAfter));
			ctx.body = rejection.body();
		}
	};
}

/** Translates errors from reading the body: too large, not JSON, an unsupported type. */
export function asBodyError(error: unknown): CallError | null {
	const { status, type, code } = error as { status?: number; type?: string; code?: string };
	if (status === 413 || type === 'entity.too.large')
		return new CallError(
			'too_large',
			'The body is too large: 1 MiB at most, 16 MiB for bulk calls, 64 KiB for signed events.',
		);
	if (status === 415) return new CallError('unsupported_media_type', 'Send JSON, with content-type application/json.');
	if (code?.startsWith('Z_'))
		return new CallError('invalid_input', 'Content-Encoding does not match the request body.');
	if (isMalformed(error)) return new CallError('invalid_input', 'The body is not valid HTTP.');
	if (status === 400) return new CallError('invalid_input', 'The body is not valid JSON.');
	return null;
}
