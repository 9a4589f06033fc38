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

/** What a trace has of a call of a server that queued a message; times in epoch ms. */
export interface QueuedFacts {
	call: string;
	/** Of the log, as those of the deliveries. */
	ids: object;
	/** The caller's span: the W3C header `traceparent`; empty without one. */
	traceparent: string;
	startedAt: number;
}

/** The version, trace, span and flags of `traceparent` (W3C Trace Context, "traceparent Header"). */
const TRACEPARENT = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(?:-|$)/;

/** The id of the trace that a header `traceparent` names; undefined without one. */
export function traceIdOf(traceparent: string): string | undefined {
	return TRACEPARENT.exec(traceparent)?.[1];
}

/** How long an export can take with its repetitions, ms: a process that stops waits for the last one. */
const TIMEOUT_MS = 2000;

export interface Traces {
	/** Exports the trace of an attempt: from the change to the queue, to its turn, to Discord's answer. */
	attempted(facts: AttemptFacts): void;
	/** Exports that a call queued a message, as a part of the caller's trace. */
	queued(facts: QueuedFacts): void;
	/** Exports what is left. Never rejects. */
	close(): Promise<void>;
}

/**
 * Opens the export of traces by OTLP over HTTP. OpenTelemetry's SDK is loaded here only, so that it costs nothing without the setting.
 * @param program the name of the service in the traces
 * @param endpoint the collector's base address, as in `OTEL_EXPORTER_OTLP_ENDPOINT` (OpenTelemetry's specification, "OTLP exporter")
 */
export async function openTraces(program: 'dropwire-engine' | 'dropwire-server', endpoint: string): Promise<Traces> {
	const [{ ROOT_CONTEXT, SpanStatusCode, trace }, sdk, { OTLPTraceExporter }, { resourceFromAttributes }] =
		await Promise.all([
			import('@opentelemetry/api'),
			import('@opentelemetry/sdk-trace-base'),
			import('@opentelemetry/exporter-trace-otlp-http'),
			import('@opentelemetry/resources'),
		]);
	const provider = new sdk.BasicTracerProvider({
		resource: resourceFromAttributes({ 'service.name': program }),
		spanProcessors: [
			new sdk.BatchSpanProcessor(new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: TIMEOUT_MS })),
		],
	});
	const tracer: Tracer = provider.getTracer('dropwire');
	return {
		attempted({ ids, attempt, kind, seenAt, queuedAt, startedAt, endedAt }) {
			const attributes = { ...attributesOf(ids), 'dropwire.attempt': attempt, 'dropwire.outcome': kind };
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
		queued({ call, ids, traceparent, startedAt }) {
			const [, traceId, spanId, flags = ''] = TRACEPARENT.exec(traceparent) ?? [];
			const parent =
				traceId && spanId ? { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true } : null;
			const within = parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT;
			tracer.startSpan(call, { startTime: startedAt, attributes: attributesOf(ids) }, within).end();
		},
		async close() {
			await provider.shutdown().catch(() => {});
		},
	};
}

function attributesOf(ids: object): Record<string, string | number> {
	const named = Object.entries(ids).filter(([, id]) => id !== undefined);
	return Object.fromEntries(named.map(([name, id]) => [`dropwire.${name}`, id as string | number]));
}
