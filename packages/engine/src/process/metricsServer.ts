import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SettingsError } from '@dropwire/domain/settings';
import { collectDefaultMetrics, Gauge, type Metric, Registry } from 'prom-client';

export interface MetricsServer {
	/** Where it listens: the setting, or the free port that the system chose for 0. */
	port: number;
	close(): Promise<void>;
}

const LOCAL = new Set(['127.0.0.1', '::1', 'localhost']);

/**
 * Serves the metrics of a process without a server of its own at `/metrics`, and at `/healthz` 200 while it works, 503 otherwise.
 * With a token, `/metrics` needs it as bearer.
 * @throws SettingsError for an address that others reach, without a token
 * @throws SettingsError for a port in use
 */
export async function serveMetrics(
	{ port, host, token }: { port: number; host: string; token?: string | undefined },
	{ metrics, version, isAlive }: { metrics: readonly Metric[]; version: string; isAlive: () => boolean },
): Promise<MetricsServer> {
	if (token === undefined && !LOCAL.has(host))
		throw new SettingsError(
			`Invalid configuration: METRICS_HOST ${host} can be reached from elsewhere: set METRICS_TOKEN, or METRICS_HOST=127.0.0.1`,
		);
	const registry = processRegistry(version);
	for (const metric of metrics) registry.registerMetric(metric);
	const server = createServer((request, response) => {
		const { pathname } = new URL(request.url ?? '/', 'http://localhost');
		if (pathname === '/healthz') return answer(response, isAlive() ? 200 : 503, isAlive() ? 'ok' : 'no heartbeat');
		if (pathname !== '/metrics') return answer(response, 404, 'Only /metrics and /healthz are served.');
		if (token !== undefined && !isSameSecret(request.headers.authorization ?? '', `Bearer ${token}`))
			return answer(response, 403, 'Send METRICS_TOKEN as bearer token.');
		registry.metrics().then(
			(text) => answer(response, 200, text, registry.contentType),
			() => answer(response, 500, 'The metrics could not be read.'),
		);
		return undefined;
	});
	await new Promise<void>((resolve, reject) => {
		server.once('error', (error: NodeJS.ErrnoException) => {
			if (error.code !== 'EADDRINUSE') return reject(error);
			reject(new SettingsError(`METRICS_PORT ${port} on ${host} is in use. Set METRICS_PORT to another one.`));
			return undefined;
		});
		server.listen(port, host, resolve);
	});
	return {
		port: (server.address() as AddressInfo).port,
		close: () =>
			new Promise((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
}

let ofProcess: Registry | undefined;

/** A new registry with the version; memory, processor time, event loop and garbage collection of this process are in all of them. */
export function processRegistry(version: string): Registry {
	if (!ofProcess) {
		ofProcess = new Registry();
		collectDefaultMetrics({ register: ofProcess });
	}
	const registry = Registry.merge([ofProcess]);
	const build = new Gauge({
		name: 'dropwire_build_info',
		help: 'Always 1: the version of Dropwire, and that of Node.js.',
		labelNames: ['version', 'node'],
		registers: [registry],
	});
	build.set({ version, node: process.version }, 1);
	return registry;
}

/** Compares in constant time, whatever the lengths. */
export function isSameSecret(a: string, b: string): boolean {
	const hash = (text: string) => createHash('sha256').update(text).digest();
	return timingSafeEqual(hash(a), hash(b));
}

function answer(response: ServerResponse, status: number, text: string, type = 'text/plain; charset=utf-8'): void {
	response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(text);
}
