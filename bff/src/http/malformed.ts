import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type Koa from 'koa';
import type { Tally } from './tally.ts';

/** Why a connection was closed: the error code of the parser or the socket. */
export type Malformed = { code: string };

/** Error codes of Node's HTTP parser. These errors contain the request's bytes, including cookies and tokens. */
const PARSER = /^HPE_/;
const STATUS: Readonly<Record<string, string>> = {
	HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
	HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
	ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** Whether the error means that the request cannot be parsed. Never log such an error as a whole. */
export function isMalformed(error: unknown): error is Error & Malformed {
	return PARSER.test((error as { code?: string } | null)?.code ?? '');
}

/** Rejects a request whose target is not a URL, because all later middleware reads its path. */
export function refuseBadTarget(tally: Tally<Malformed>): Koa.Middleware {
	return (ctx, next) => {
		const target = ctx.req.url ?? '';
		// Checked before Koa parses the target: Node would print an invalid URL with its content.
		if (!target.startsWith('/') && !URL.canParse(target)) {
			tally.add({ code: 'ERR_INVALID_URL' });
			ctx.status = 400;
			ctx.body = { error: { code: 'invalid_input', message: 'The request target is not a valid URL.' } };
			return undefined;
		}
		return next();
	};
}

/** Responds to malformed HTTP as Node does, and counts it. */
export function refuseMalformed(server: Server, tally: Tally<Malformed>): void {
	server.on('clientError', (error: Error & { code?: string }, socket: Duplex) => {
		const { code = 'unknown' } = error;
		if (isMalformed(error) || code in STATUS) tally.add({ code });
		if (!socket.writable || code === 'ECONNRESET') {
			socket.destroy();
			return;
		}
		socket.end(`HTTP/1.1 ${STATUS[code] ?? '400 Bad Request'}\r\nConnection: close\r\n\r\n`);
	});
}
