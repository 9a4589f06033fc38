import { type Engine, isSameSecret } from '@dropwire/engine';
import type { Server } from '../http/context.ts';
import { forbidden } from '../http/errors.ts';
import type { Feature } from '../http/feature.ts';
import { createMetrics } from './metrics.ts';

export function metricsFeature({
	inlineEngine,
	...server
}: Pick<Server, 'db' | 'calls' | 'log' | 'state'> & { inlineEngine: Engine | null }) {
	const metrics = createMetrics(server, inlineEngine);
	return {
		handlers: {
			metrics: async (call) => {
				const { METRICS_TOKEN: token } = call.server.settings;
				const { loopback, bearer } = call.origin();
				const allowed = loopback || (token !== undefined && bearer !== null && isSameSecret(bearer, token));
				if (!allowed)
					throw forbidden('The metrics are only available from this machine, or with METRICS_TOKEN as bearer token.');
				return { type: 'text/plain; version=0.0.4; charset=utf-8', body: await metrics.text() };
			},
		},
	} satisfies Feature;
}
