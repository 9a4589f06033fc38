import type { Context } from 'koa';

/** The cookie with the signed session id. */
export const SESSION_COOKIE = 'dropwire';

/** The id of the browser's session, which is a secret. Null without a cookie that this server signed. */
export function sessionIdOf(ctx: Context): string | null {
	return ctx.cookies.get(SESSION_COOKIE, { signed: true }) ?? null;
}
