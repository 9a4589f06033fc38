import { once } from 'node:events';
import { createServer } from 'node:net';
import { Counter } from 'prom-client';
import { expect, onTestFinished, test } from 'vitest';
import { serveMetrics } from './metricsServer.ts';

const sent = new Counter({ name: 'sent_total', help: 'Sent.', registers: [] });
let works = true;
const served = { metrics: [sent], version: '1.2.3', isAlive: () => works };

async function serve(options: { token?: string } = {}) {
	const server = await serveMetrics({ port: 0, host: '127.0.0.1', ...options }, served);
	onTestFinished(() => server.close());
	return async (path: string, authorization = '') => {
		const response = await fetch(`http://127.0.0.1:${server.port}${path}`, { headers: { authorization } });
		return { status: response.status, text: await response.text() };
	};
}

test('serves the metrics of the engine, of its process and of its version', async () => {
	const ask = await serve();
	const { status, text } = await ask('/metrics');
	expect(status).toBe(200);
	for (const part of ['sent_total 0', 'process_resident_memory_bytes ', 'nodejs_eventloop_lag_p99_seconds '])
		expect(text).toContain(part);
	expect(text).toContain(`dropwire_build_info{version="1.2.3",node="${process.version}"} 1`);
	expect((await ask('/')).status).toBe(404);
});

test('is healthy while the engine has heartbeats', async () => {
	const ask = await serve();
	expect(await ask('/healthz')).toEqual({ status: 200, text: 'ok' });
	works = false;
	expect(await ask('/healthz')).toEqual({ status: 503, text: 'no heartbeat' });
	works = true;
});

test('needs METRICS_TOKEN where it is set, and on an address that others reach', async () => {
	const ask = await serve({ token: 'secret' });
	expect((await ask('/metrics')).status).toBe(403);
	expect((await ask('/metrics', 'Bearer wrong')).status).toBe(403);
	expect((await ask('/metrics', 'Bearer secret')).status).toBe(200);
	expect((await ask('/healthz')).status).toBe(200);
	await expect(serveMetrics({ port: 0, host: '0.0.0.0' }, served)).rejects.toThrow(
		/METRICS_HOST 0\.0\.0\.0 .*set METRICS_TOKEN/,
	);
});

test('a port in use is an error', async () => {
	const other = createServer().listen(0, '127.0.0.1');
	onTestFinished(() => void other.close());
	await once(other, 'listening');
	const { port } = other.address() as { port: number };
	await expect(serveMetrics({ port, host: '127.0.0.1' }, served)).rejects.toThrow(
		`METRICS_PORT ${port} on 127.0.0.1 is in use. Set METRICS_PORT to another one.`,
	);
});
