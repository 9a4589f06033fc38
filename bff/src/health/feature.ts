import type { Handlers } from '../http/context.ts';
import manifest from '../../package.json' with { type: 'json' };
import { readSources } from '@dropwire/engine';
import { readPulse } from './pulse.ts';
import { CallError } from '../http/errors.ts';

export const healthHandlers = {
	version: () => ({ version: manifest.version }),
	healthz: () => ({ status: 'ok' as const }),
	readyz: async ({ server }) => {
		const { readiness } = server;
		if (await readiness.isReady()) return { status: 'ok' as const, warnings: readiness.warnings() };
		throw new CallError('not_ready', 'The database or the engine is not available, or this server is stopping.');
	},
	pulse: async ({ knex }) => {
		const now = Date.now();
		return { data: await readPulse(knex, await readSources(knex), now) };
	},
} satisfies Partial<Handlers>;
