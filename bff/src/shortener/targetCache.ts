import type { IncomingHttpHeaders } from 'node:http';
import type Koa from 'koa';
import { LRUCache } from 'lru-cache';
import { isbot } from 'isbot';
import type { CallMetrics } from '../http/callMetrics.ts';
import type { ClickCounter } from './clicks.ts';

/** Target URLs by slug. A target never changes, so entries never expire. */
export type TargetCache = LRUCache<string, string>;

const MAX_TARGETS = 10_000;
const PREFIX = '/s/';

export const createTargetCache = (): TargetCache => new LRUCache({ max: MAX_TARGETS });

/**
 * Counts the clicks on short URLs. Redirects those with a cached target before the pipeline runs: during a drop,
 * thousands of people open the same URL within seconds. All others go through the pipeline, which caches their target.
 */
export function followShortUrls({
	targets,
	clicks,
	calls,
}: {
	targets: TargetCache;
	clicks: ClickCounter;
	calls: CallMetrics;
}): Koa.Middleware {
	return async (ctx, next) => {
		if (!ctx.path.startsWith(PREFIX)) return next();
		const at = performance.now();
		const slug = ctx.path.slice(PREFIX.length);
		const url = ctx.method === 'GET' ? targets.get(slug) : undefined;
		if (url === undefined) {
			await next();
		} else {
			ctx.redirect(url);
			calls.answered('shortUrl', ctx.status, performance.now() - at);
		}
		if (ctx.status === 302 && isClick(ctx)) clicks.count(slug);
	};
}

/** Headers with which browsers mark requests that no person made: prefetches, and previews of pages. */
const SPECULATIVE = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'];

/**
 * Whether a person opened the link: not a program, a crawler, or one of the previews that Discord and others make of every
 * link in a message. A request without a user agent is no person's.
 */
function isClick({ method, headers }: { method: string; headers: IncomingHttpHeaders }): boolean {
	const agent = headers['user-agent'];
	if (method !== 'GET' || !agent || isbot(agent)) return false;
	return !SPECULATIVE.some((name) => /prefetch|prerender|preview/i.test(String(headers[name] ?? '')));
}
