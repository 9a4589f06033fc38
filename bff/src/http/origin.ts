import ipaddr from 'ipaddr.js';
import type { Context } from 'koa';
import { forbidden } from './errors.ts';

/**
 * A write with a cookie must come from a page of this server. Another site can make a browser send the cookie, but not
 * these headers. Only PUBLIC_URL counts, because a proxy may pass on any Host.
 * @throws CallError 403
 */
export function mustHaveOrigin(ctx: Context, publicUrl: string): void {
	const origin = ctx.get('origin');
	const ours = new URL(publicUrl).origin;
	if (origin ? origin === ours : ctx.get('sec-fetch-site') === 'same-origin') return;
	throw forbidden(`This request did not come from ${ours}. Open Dropwire there and try again.`);
}

/** Whether a page of another site sent the browser here, by a link, form or script. */
export function isFromAnotherSite(ctx: Context): boolean {
	return ['cross-site', 'same-site'].includes(ctx.get('sec-fetch-site'));
}

/** The caller's address for rate limits: the socket's, or the one reported by a proxy that the settings trust. */
export function addressOf(ctx: Context, behindProxy: boolean): string {
	return countedAddress(behindProxy ? ctx.ip : (ctx.req.socket.remoteAddress ?? ''));
}

/** A customer usually gets a whole IPv6 /64, so a /64 counts as one address. */
function countedAddress(address: string): string {
	if (!ipaddr.isValid(address)) return address;
	const parsed = ipaddr.process(address);
	if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
	const network = parsed.parts.slice(0, 4).map((part) => part.toString(16));
	return `${network.join(':')}::/64`;
}
