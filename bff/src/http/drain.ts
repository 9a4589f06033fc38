import type { RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How long a connection without a request can stay open after the server closed, ms. */
const IDLE_MS = 2000;
/** How long requests in progress can take after the server closed, ms. */
const LONGEST_REQUEST_MS = 15_000;

/** Ends a server without failing a request that has begun. */
export interface Drain {
	/** Makes clients open a new connection for their next request, because this server is about to close. */
	begin(): void;
	/** Accepts no more connections. Resolves when the last one is closed, within `LONGEST_REQUEST_MS`. */
	close(): Promise<void>;
}

/** @param handle answers the requests */
export function createDrain(server: Server, handle: RequestListener): Drain {
	const sockets = new Set<Socket>();
	const inProgress = new Set<ServerResponse>();
	let draining = false;

	server.on('connection', (socket) => {
		sockets.add(socket);
		socket.once('close', () => sockets.delete(socket));
	});
	server.on('request', (request, response) => {
		inProgress.add(response);
		response.once('close', () => inProgress.delete(response));
		// Node answers with `Connection: close` then.
		if (draining) response.shouldKeepAlive = false;
		handle(request, response);
	});

	/** Closes the connections that browsers open in advance, and those whose request is incomplete. */
	function closeUnused(): void {
		const used = new Set([...inProgress].map(({ socket }) => socket));
		for (const socket of sockets) if (!used.has(socket)) socket.destroy();
	}

	function begin(): void {
		draining = true;
		for (const response of inProgress) response.shouldKeepAlive = false;
	}

	return {
		begin,
		async close() {
			begin();
			// Closing resets connections that the operating system has accepted and Node has not. Right after a round of
			// the event loop there are none.
			await new Promise(setImmediate);
			const closed = new Promise((resolve) => server.close(resolve));
			const unused = setTimeout(closeUnused, IDLE_MS);
			const late = setTimeout(() => server.closeAllConnections(), LONGEST_REQUEST_MS);
			await closed;
			clearTimeout(unused);
			clearTimeout(late);
		},
	};
}
