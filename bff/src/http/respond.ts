import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Endpoint, Page } from '@dropwire/contract';
import type { Context } from 'koa';

/** Writes the handler's result as the response that the entry declares. */
export function respond(ctx: Context, entry: Endpoint, status: number, output: unknown): void {
	if (entry.output === 'redirect') {
		ctx.redirect(output as string);
		return;
	}
	ctx.status = status;
	if (entry.output === 'nothing') {
		ctx.body = null;
	} else if (entry.output === 'page') {
		const { type, body, etag } = output as Page;
		ctx.type = type;
		ctx.body = body;
		if (etag !== undefined) revalidate(ctx, etag);
	} else if (entry.output === 'png') {
		ctx.type = 'png';
		ctx.body = Buffer.from(output as Uint8Array);
	} else if (entry.output === 'stream') {
		ctx.type = 'text/event-stream';
		// Prevents the server and proxies from buffering the stream.
		ctx.set({ 'Cache-Control': 'no-store, no-transform', 'X-Accel-Buffering': 'no' });
		const stream = output instanceof Readable ? output : Readable.from(output as AsyncIterable<string>);
		ctx.body = stream;
		// Koa ends the response when the stream ends, but not when the stream is destroyed because its reader is too slow.
		stream.once('close', () => void (stream.readableEnded || ctx.res.destroy()));
		ctx.flushHeaders();
	} else if (entry.output === 'rows') {
		// In any letter case, as the contract takes it.
		const format = String(ctx.query['format']).trim().toLowerCase() === 'csv' ? 'csv' : 'ndjson';
		ctx.type = format === 'csv' ? 'csv' : 'application/x-ndjson';
		ctx.attachment(`${entry.path.split('/').at(-1)}.${format}`);
		// Read while it is sent: a slow reader holds no more than one piece.
		ctx.body = Readable.from(output as AsyncIterable<string>, { objectMode: false });
		ctx.res.setTimeout(NO_PROGRESS_MS, () => ctx.req.socket.destroy());
	} else if (entry.streamed || entry.output === 'csv') {
		ctx.type = entry.output === 'csv' ? 'csv' : 'json';
		if (entry.output === 'csv') ctx.attachment(`${entry.path.split('/').at(-1)}.csv`);
		ctx.body = Readable.from(output as AsyncIterable<string>, { objectMode: false });
		dropSlowReader(ctx);
	} else {
		const body = entry.output.parse(output);
		ctx.type = 'json';
		// As text, so that middleware that needs the length does not serialize the body again.
		ctx.body = JSON.stringify(body);
	}
}

/** Adds an ETag to a response, and leaves its text out for a client that has it. */
export function revalidate(ctx: Context, etag: string): void {
	if (!ctx.res.hasHeader('Cache-Control')) ctx.set('Cache-Control', 'no-cache');
	ctx.set('ETag', etag);
	if (hasCopy(ctx, etag)) ctx.status = 304;
}

/** The ETag of a text. It is weak, because responses can be compressed. */
export function etagOf(text: string): string {
	return `W/"${hash('sha1', text, 'base64url')}"`;
}

/**
 * Whether a client has the response with this ETag (RFC 9110, 13.1.2). Unlike `ctx.fresh`, also if its request has
 * `Cache-Control: no-cache`, which `fetch` adds: it is meant for caches, and the origin knows that the copy is right.
 */
function hasCopy(ctx: Context, etag: string): boolean {
	const tags = ctx.get('if-none-match').split(',');
	return tags.some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag.replace(/^W\//, ''));
}

/** Limits without progress, and in total, ms. */
const NO_PROGRESS_MS = 10_000;
const IN_ALL_MS = 60_000;

/** Disconnects a client that does not read. Its response stays in memory while it is connected. */
function dropSlowReader({ res, req }: Context): void {
	const drop = () => req.socket.destroy();
	res.setTimeout(NO_PROGRESS_MS, drop);
	const late = setTimeout(drop, IN_ALL_MS).unref();
	res.once('close', () => clearTimeout(late));
}
