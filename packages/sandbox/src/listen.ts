import type { RequestListener, Server } from 'node:http';
import { bodyParser } from '@koa/bodyparser';
import Koa from 'koa';
import { readUploads } from './discord/uploads.ts';

const HUNG_UP = new Set(['EPIPE', 'ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE']);

/** Handles requests, after their JSON or form is read. @param use adds the middlewares */
export function callbackOf(use: (app: Koa) => void): RequestListener {
	const app = new Koa();
	app.on('error', (error: Error & { code?: string }) => {
		// A client that disconnects is not an error; every other error is the sandbox's.
		if (!HUNG_UP.has(error.code ?? '')) console.error(error);
	});
	app.use(bodyParser({ enableTypes: ['json', 'form'], jsonLimit: '20mb' }));
	app.use(readUploads);
	use(app);
	const handle = app.callback();
	return (request, response) => void handle(request, response);
}

/** Resolves when the server listens; rejects if it cannot. */
export function listen(server: Server, port: number, host: string): Promise<void> {
	return new Promise((resolve, reject) => {
		server.once('error', reject);
		server.listen(port, host, resolve);
	});
}

/** Ends all connections and closes the server. */
export function closed(server: Server): Promise<void> {
	server.closeAllConnections();
	return new Promise((resolve) => {
		server.close(() => resolve());
	});
}
