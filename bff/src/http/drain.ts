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
	/**
	 * The latest response in progress of each connection, or null. Not a set of responses: each time a set or map replaces
	 * its table, V8 keeps the old one with all it had, and so all of every request, until the old generation is collected.
	 */
	const connections = new Map<Socket, ServerResponse | null>();
	let draining = false;

	server.on('connection', (socket) => {
		connections.set(socket, null);
		socket.once('close', () => connections.delete(socket));
	});
	server.on('request', (request, response) => {
		const { socket } = request;
		connections.set(socket, response);
		response.once('close', () => {
			if (connections.get(socket) === response) connections.set(socket, null);
		});
		// Node answers with `Connection: close` then.
		if (draining) response.shouldKeepAlive = false;
		handle(request, response);
	});

	/** Closes the connections that browsers open in advance, and those whose request is incomplete. */
	function closeUnused(): void {
		for (const [socket, response] of connections) if (!response) socket.destroy();
	}

	function begin(): void {
		draining = true;
		for (const response of connections.values()) if (response) response.shouldKeepAlive = false;
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
