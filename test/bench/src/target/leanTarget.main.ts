/**
 * An HTTP server that accepts webhook messages with as little work as possible, so that a benchmark measures the
 * sender. Knows nothing of Discord's limits: every request with a whole body is answered with 200 and a message ID.
 * Controlled over IPC by `leanTarget.ts`.
 */
import { createServer, type Socket } from 'node:net';
import type { Arrivals } from './leanTarget.ts';

const HEAD_END = Buffer.from('\r\n\r\n');
const BODY_LENGTH = /\r\ncontent-length: *(\d+)/i;
/** The response, except for the 19 digits of the ID and the end of the body. */
const HEAD = [
	'HTTP/1.1 200 OK',
	'content-type: application/json',
	`content-length: ${'{"id":"0000000000000000000"}'.length}`,
	'',
	'{"id":"',
].join('\r\n');

let nextId = 1_000_000_000_000_000_000n;
let times: number[] = [];
/** The number of requests by path (`/api/v10/webhooks/{id}/{token}?wait=true`). */
let perPath = new Map<string, number>();

function serve(socket: Socket): void {
	let rest: Buffer = Buffer.alloc(0);
	socket.setNoDelay(true);
	socket.on('error', () => socket.destroy());
	socket.on('data', (chunk: Buffer) => {
		rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
		let answers = '';
		for (let size = requestSize(rest); size !== null; size = requestSize(rest)) {
			note(rest);
			answers += `${HEAD}${nextId++}"}`;
			rest = rest.subarray(size);
		}
		if (answers !== '') socket.write(answers, 'latin1');
	});
}

/** The bytes of the first request, including its body; null while it is incomplete. */
function requestSize(data: Buffer): number | null {
	const headEnd = data.indexOf(HEAD_END);
	if (headEnd === -1) return null;
	const size = headEnd + HEAD_END.length + Number(BODY_LENGTH.exec(data.toString('latin1', 0, headEnd))?.[1] ?? 0);
	return data.length < size ? null : size;
}

/** Records the time and the path of the request that `data` starts with. */
function note(data: Buffer): void {
	const start = data.indexOf(32) + 1;
	const path = data.toString('latin1', start, data.indexOf(32, start));
	times.push(performance.timeOrigin + performance.now());
	perPath.set(path, (perPath.get(path) ?? 0) + 1);
}

const server = createServer(serve);
server.listen(0, '127.0.0.1', () => {
	const address = server.address();
	if (address === null || typeof address === 'string') throw new Error('The server has no port');
	process.send?.({ origin: `http://127.0.0.1:${address.port}` });
});
process.on('message', () => {
	const arrivals: Arrivals = { times: Float64Array.from(times), perWebhook: Uint32Array.from(perPath.values()) };
	process.send?.(arrivals);
	times = [];
	perPath = new Map();
});
process.on('disconnect', () => process.exit());
