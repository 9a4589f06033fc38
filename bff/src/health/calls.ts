import { Worker } from '@dropwire/db';
import { DEAD_AFTER_MS } from '@dropwire/engine';
import type { Handlers } from '../http/call.ts';
import { CallError } from '../http/errors.ts';

export const healthHandlers = {
	healthz: () => ({ status: 'ok' as const }),
	/** The heartbeat tells of the engine wherever it runs: in this process or in another. */
	readyz: async ({ knex }) => {
		const alive = await Worker.query(knex)
			.where('heartbeatAt', '>', Date.now() - DEAD_AFTER_MS)
			.resultSize()
			.catch(() => 0);
		if (alive === 0) throw new CallError('not_ready', 'The database or the engine is not usable.');
		return { status: 'ok' as const };
	},
} satisfies Partial<Handlers>;
