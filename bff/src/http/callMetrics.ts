import { Counter, Histogram } from 'prom-client';

/** Counts the calls and how long they took, for the metrics. */
export type CallMetrics = ReturnType<typeof createCallMetrics>;

export function createCallMetrics() {
	const calls = new Counter({
		name: 'dropwire_calls_total',
		help: 'Calls answered, by name and status.',
		labelNames: ['call', 'status'],
		registers: [],
	});
	const seconds = new Histogram({
		name: 'dropwire_call_seconds',
		help: 'How long calls took.',
		labelNames: ['call'],
		buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
		registers: [],
	});
	/** The series of each call and status, looked up once. */
	const children = new Map<string, { count: Counter.Internal; time: Histogram.Internal<string> }>();
	return {
		metrics: [calls, seconds],
		/** Records a call and its response. */
		answered(call: string, status: number, ms: number): void {
			const key = `${call} ${status}`;
			const known = children.get(key) ?? { count: calls.labels(call, String(status)), time: seconds.labels(call) };
			children.set(key, known);
			known.count.inc();
			known.time.observe(ms / 1000);
		},
	};
}
