import type { Context } from 'koa';
import { forbidden } from './errors.ts';

/**
 * A write with a cookie must come from our own pages: another site's page can make a browser send the cookie, but not
 * these headers.
 * @throws CallError 403
 */
export function mustHaveOrigin(ctx: Context, publicUrl: string): void {
	const origin = ctx.get('origin');
	const site = ctx.get('sec-fetch-site');
	const ours = new Set([new URL(publicUrl).origin, `http://${ctx.host}`, `https://${ctx.host}`]);
	const fine = origin ? ours.has(origin) : site === 'same-origin';
	if (!fine) throw forbidden('This request did not come from our own page.');
}

/** The caller's address: the socket's, or what a proxy says that the settings trust. */
export function addressOf(ctx: Context, behindProxy: boolean): string {
	return behindProxy ? ctx.ip : (ctx.req.socket.remoteAddress ?? '');
}
