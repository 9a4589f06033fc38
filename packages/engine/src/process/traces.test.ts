import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { useDeliveries } from '../testing/deliveries.ts';
import { openTraces } from './traces.ts';

const deliveries = useDeliveries();

interface Span {
	name: string;
	traceId: string;
	spanId: string;
	parentSpanId?: string;
	startTimeUnixNano: string;
	endTimeUnixNano: string;
	status: { code: number };
	attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
}

/** A collector of OpenTelemetry. */
async function collect() {
	const spans: Span[] = [];
	const server = createServer((request, response) => {
		void json(request).then((body) => {
			const { resourceSpans } = body as { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] };
			spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)));
			response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
		});
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	onTestFinished(() => void server.close());
	return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, spans };
}

test('a trace shows each attempt of a message from the change to the answer of Discord', async () => {
	const { url, spans } = await collect();
	await deliveries.withWebhooks(1);
	await deliveries.fixture.sandbox.control.failDiscord({ times: 1, fault: { status: 500 } });
	await deliveries.publish();
	const engine = await deliveries.fixture.start({ traces: await openTraces('dropwire-engine', url) });
	await deliveries.settled(1);
	await engine.stop();
	const traces = [...Map.groupBy(spans, ({ traceId }) => traceId).values()];
	expect(traces).toHaveLength(2);
	for (const trace of traces) {
		const whole = trace.find(({ parentSpanId }) => !parentSpanId)!;
		const parts = trace.filter(({ parentSpanId }) => parentSpanId === whole.spanId);
		expect(parts.map(({ name }) => name)).toEqual(['queue', 'wait', 'discord']);
		expect(parts[0]!.startTimeUnixNano).toBe(whole.startTimeUnixNano);
		expect(parts[2]!.endTimeUnixNano).toBe(whole.endTimeUnixNano);
	}
	const outcomes = traces.map((trace) =>
		trace.flatMap(({ attributes }) => attributes.filter(({ key }) => key === 'dropwire.outcome')),
	);
	expect(new Set(outcomes.map(([outcome]) => outcome?.value.stringValue))).toEqual(new Set(['retry', 'sent']));
});

test.each([
	['01', 1],
	['00', 0],
] as const)(
	"a call that queued a message is a part of its caller's trace, if that is sampled (%s)",
	async (flags, spansOfCall) => {
		await deliveries.withWebhooks(1);
		const { url, spans } = await collect();
		const traces = await openTraces('dropwire-server', url);
		const [traceId, spanId] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7'];
		const facts = { call: 'eventsIngest', ids: { event: 7 }, startedAt: Date.now() };
		traces.queued({ ...facts, traceparent: `00-${traceId}-${spanId}-${flags}` });
		traces.queued({ ...facts, traceparent: `00-${'0'.repeat(32)}-${spanId}-${flags}` });
		await traces.close();
		const ofCaller = spans.filter((span) => span.traceId === traceId);
		expect(ofCaller).toHaveLength(spansOfCall);
		for (const span of ofCaller) {
			expect(span).toMatchObject({ name: 'eventsIngest', parentSpanId: spanId });
			expect(span.attributes).toEqual([{ key: 'dropwire.event', value: { intValue: 7 } }]);
		}
		expect(spans.filter(({ parentSpanId }) => !parentSpanId)).toHaveLength(1);
	},
);

test('a collector that is away stops nothing', async () => {
	await deliveries.withWebhooks(1);
	await deliveries.publish();
	const engine = await deliveries.fixture.start({ traces: await openTraces('dropwire-engine', 'http://127.0.0.1:1') });
	await deliveries.settled(1);
	await engine.stop();
	expect(await deliveries.titles()).toEqual(['Vomero']);
});
