import { createHash, timingSafeEqual } from 'node:crypto';
import type { Handlers } from '../http/context.ts';
import { forbidden } from '../http/errors.ts';

export const metricsHandlers = {
	metrics: async (call) => {
		const { server } = call;
		const { METRICS_TOKEN: token } = server.settings;
		const { loopback, bearer } = call.origin();
		const allowed = loopback || (token !== undefined && bearer !== null && sameText(bearer, token));
		if (!allowed)
			throw forbidden('The metrics are only available from this machine, or with METRICS_TOKEN as bearer token.');
		return { type: 'text/plain; version=0.0.4; charset=utf-8', body: await server.metrics.text() };
	},
} satisfies Partial<Handlers>;

/** Compares in constant time. */
function sameText(a: string, b: string): boolean {
	const hash = (text: string) => createHash('sha256').update(text).digest();
	return timingSafeEqual(hash(a), hash(b));
}
