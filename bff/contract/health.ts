import { z } from 'zod';
import { endpoint } from './endpoint.ts';

export const healthCalls = {
	healthz: endpoint({
		method: 'GET',
		path: '/healthz',
		who: 'anyone',
		description: 'The process is alive.',
		output: z.object({ status: z.literal('ok') }),
	}),
	readyz: endpoint({
		method: 'GET',
		path: '/readyz',
		who: 'anyone',
		description: 'Database and engine are usable; 503 otherwise.',
		output: z.object({ status: z.literal('ok') }),
		errors: ['not_ready'],
	}),
};
