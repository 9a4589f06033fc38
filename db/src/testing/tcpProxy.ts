import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A TCP proxy in front of a server, for simulating network failures. */
export interface TcpProxy {
	port: number;
	/** Closes every connection and refuses new ones. */
	cut(): void;
	/** Keeps connections and accepts new ones, but forwards no data. */
	hang(): void;
	/** New connections work again. Connections that hung stay silent, as behind a router that lost its state. */
	heal(): void;
	close(): Promise<void>;
}

/**
 * Starts a proxy for tests of network failures.
 * @param address the address that it listens at
 */
export async function startTcpProxy(target: { host: string; port: number }, address = '127.0.0.1'): Promise<TcpProxy> {
	let mode: 'open' | 'cut' | 'hung' = 'open';
	const pairs = new Set<{ client: Socket; server: Socket | null }>();

	const proxy = createServer((client) => {
		if (mode === 'cut') return void client.resetAndDestroy();
		const server = mode === 'open' ? connect(target) : null;
		const pair = { client, server };
		pairs.add(pair);
		for (const socket of [client, server]) {
			socket?.on('error', () => undefined);
			socket?.on('close', () => {
				pairs.delete(pair);
				client.destroy();
				server?.destroy();
			});
		}
		if (!server) return client.pause();
		client.pipe(server);
		server.pipe(client);
	});
	proxy.listen(0, address);
	await once(proxy, 'listening');

	return {
		port: (proxy.address() as AddressInfo).port,
		cut() {
			mode = 'cut';
			for (const { client } of pairs) client.resetAndDestroy();
		},
		hang() {
			mode = 'hung';
			for (const { client, server } of pairs) {
				client.unpipe().pause();
				server?.unpipe().pause();
			}
		},
		heal() {
			mode = 'open';
		},
		async close() {
			for (const { client } of pairs) client.destroy();
			await new Promise((resolve) => proxy.close(resolve));
		},
	};
}
