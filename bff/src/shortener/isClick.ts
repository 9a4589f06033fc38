import type { IncomingHttpHeaders } from 'node:http';
import { isbot } from 'isbot';

/** Headers with which browsers mark requests that no person made: prefetches, and previews of pages. */
const SPECULATIVE = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'];

/**
 * Whether a person opened the link: not a program, a crawler, or one of the previews that Discord and others make of every
 * link in a message. A request without a user agent is no person's.
 */
export function isClick({ method, headers }: { method: string; headers: IncomingHttpHeaders }): boolean {
	const agent = headers['user-agent'];
	if (method !== 'GET' || !agent || isbot(agent)) return false;
	return !SPECULATIVE.some((name) => /prefetch|prerender|preview/i.test(String(headers[name] ?? '')));
}
