import { createServer, type Server } from 'node:http';

/** An answer takes at most this long, ms: a shard that hangs counts as not connected. */
const PATIENCE_MS = 3000;

/**
 * Serves `/healthz` to this machine, for supervisors: 200 while the bot is connected to Discord, 503 otherwise.
 * @throws the error of the port, for example EADDRINUSE
 */
export async function serveHealth(port: number, isConnected: () => Promise<boolean>): Promise<Server> {
	const server = createServer((request, response) => {
		const connected = Promise.race([
			isConnected().catch(() => false),
			new Promise<false>((resolve) => setTimeout(resolve, PATIENCE_MS, false).unref()),
		]);
		void connected.then((ok) => {
			const status = request.url === '/healthz' ? (ok ? 200 : 503) : 404;
			response.writeHead(status, { 'content-type': 'text/plain', 'cache-control': 'no-store' });
			response.end(ok ? 'connected' : 'not connected');
		});
	});
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject);
		server.listen(port, '127.0.0.1', resolve);
	});
	// It never keeps a process alive that ends.
	return server.unref();
}
