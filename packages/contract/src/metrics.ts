import { endpoint } from './endpoint.ts';

/** Metrics for Prometheus. */
export const metricsCalls = {
	metrics: endpoint({
		method: 'GET',
		path: '/metrics',
		auth: { role: 'anyone' },
		description: 'Prometheus metrics, for callers on the same machine or with METRICS_TOKEN as bearer token.',
		output: 'page',
		errors: ['forbidden'],
	}),
};
