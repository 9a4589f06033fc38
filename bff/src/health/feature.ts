import { readSources } from '@dropwire/engine';
import manifest from '../../package.json' with { type: 'json' };
import type { Server } from '../http/context.ts';
import { CallError } from '../http/errors.ts';
import type { Feature } from '../http/feature.ts';
import { readPulse } from './pulse.ts';
import { createReadiness } from './readiness.ts';

export function healthFeature(server: Pick<Server, 'db' | 'limiter' | 'state'>) {
	const readiness = createReadiness(server);
	return {
		handlers: {
			version: () => ({ version: manifest.version }),
			healthz: () => ({ status: 'ok' as const }),
			readyz: async () => {
				if (await readiness.isReady()) return { status: 'ok' as const, warnings: readiness.warnings() };
				throw new CallError('not_ready', 'The database or the engine is not available, or this server is stopping.');
			},
			pulse: async ({ knex }) => {
				const now = Date.now();
				return { data: await readPulse(knex, await readSources(knex), now) };
			},
		},
	} satisfies Feature;
}
