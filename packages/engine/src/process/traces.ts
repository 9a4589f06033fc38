import type { Tracer } from '@opentelemetry/api';

/** What a trace has of one attempt to send a delivery; times in epoch ms. */
export interface AttemptFacts {
	/** Of the log, to find the lines of the same delivery. */
	ids: { delivery: number; message: number; event: number | undefined; webhook: string };
	attempt: number;
	/** What became of it, as in the log. */
	kind: string;
	/** When the change was detected, and when the delivery was queued. */
	seenAt: number;
	queuedAt: number;
	startedAt: number;
	endedAt: number;
}

/** How long an export can take with its repetitions, ms: a process that stops waits for the last one. */
const TIMEOUT_MS = 2000;

export interface Traces {
	/** Exports the trace of an attempt: from the change to the queue, to its turn, to Discord's answer. */
	attempted(facts: AttemptFacts): void;
	/** Exports what is left. Never rejects. */
	close(): Promise<void>;
}

/**
 * Opens the export of traces by OTLP over HTTP. OpenTelemetry's SDK is loaded here only, so that it costs nothing without the setting.
 * @param endpoint the collector's base address, as in `OTEL_EXPORTER_OTLP_ENDPOINT` (OpenTelemetry's specification, "OTLP exporter")
 */
export async function openTraces(endpoint: string): Promise<Traces> {
	const [{ ROOT_CONTEXT, SpanStatusCode, trace }, sdk, { OTLPTraceExporter }, { resourceFromAttributes }] =
		await Promise.all([
			import('@opentelemetry/api'),
			import('@opentelemetry/sdk-trace-base'),
			import('@opentelemetry/exporter-trace-otlp-http'),
			import('@opentelemetry/resources'),
		]);
	const provider = new sdk.BasicTracerProvider({
		resource: resourceFromAttributes({ 'service.name': 'dropwire-engine' }),
		spanProcessors: [
			new sdk.BatchSpanProcessor(new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: TIMEOUT_MS })),
		],
	});
	const tracer: Tracer = provider.getTracer('dropwire');
	return {
		attempted({ ids, attempt, kind, seenAt, queuedAt, startedAt, endedAt }) {
			const named = Object.entries(ids).flatMap(([name, id]) => (id === undefined ? [] : [[`dropwire.${name}`, id]]));
			const attributes = { ...Object.fromEntries(named), 'dropwire.attempt': attempt, 'dropwire.outcome': kind };
			const whole = tracer.startSpan('delivery', { startTime: seenAt, attributes }, ROOT_CONTEXT);
			if (kind !== 'sent') whole.setStatus({ code: SpanStatusCode.ERROR, message: kind });
			const within = trace.setSpan(ROOT_CONTEXT, whole);
			for (const [name, from, to] of [
				['queue', seenAt, queuedAt],
				['wait', queuedAt, startedAt],
				['discord', startedAt, endedAt],
			] as const)
				tracer.startSpan(name, { startTime: from }, within).end(Math.max(from, to));
			whole.end(endedAt);
		},
		async close() {
			await provider.shutdown().catch(() => {});
		},
	};
}
