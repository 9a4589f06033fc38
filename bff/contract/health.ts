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
	site: endpoint({
		method: 'GET',
		path: '/api/site',
		who: 'anyone',
		shared: true,
		description: 'What the public pages need to know: where the community is.',
		output: z.object({ inviteUrl: z.string().nullable() }),
	}),
	metrics: endpoint({
		method: 'GET',
		path: '/metrics',
		who: 'anyone',
		description: 'Prometheus figures, for callers of this machine or with METRICS_TOKEN as bearer.',
		output: 'page',
		errors: ['forbidden'],
	}),
	openapi: endpoint({
		method: 'GET',
		path: '/api/openapi.json',
		who: 'anyone',
		description: 'This contract as OpenAPI 3.1.',
		output: z.record(z.string(), z.unknown()),
	}),
	docs: endpoint({
		method: 'GET',
		path: '/api/docs',
		who: 'anyone',
		description: 'This contract as a page to read.',
		output: 'page',
	}),
};
