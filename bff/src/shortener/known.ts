import type Koa from 'koa';
import { LRUCache } from 'lru-cache';
import type { Server } from '../http/call.ts';

/** Where slugs lead, for those whose target was read once: it never changes. */
export type KnownTargets = LRUCache<string, string>;

const MOST_KNOWN = 10_000;
const PREFIX = '/s/';

export const createKnownTargets = (): KnownTargets => new LRUCache({ max: MOST_KNOWN });

/**
 * Follows short addresses whose target is known, before anything else is done for a request: at a drop thousands follow
 * the same one within seconds. All others go the way of every call, which makes them known.
 */
export function followKnown({ targets, clicks, metrics }: Pick<Server, 'targets' | 'clicks' | 'metrics'>) {
	const follow: Koa.Middleware = (ctx, next) => {
		if (ctx.method !== 'GET' || !ctx.path.startsWith(PREFIX)) return next();
		const at = performance.now();
		const slug = ctx.path.slice(PREFIX.length);
		const url = targets.get(slug);
		if (url === undefined) return next();
		clicks.count(slug);
		ctx.redirect(url);
		metrics.answered('shortUrl', ctx.status, performance.now() - at);
	};
	return follow;
}
