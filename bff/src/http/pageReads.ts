import { readFile } from 'node:fs/promises';
import { type IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type Koa from 'koa';
import type { Context, Middleware } from 'koa';
import type { FoundDocument, PageRead } from './pageDocuments.ts';

/** The longest wait for the reads of a page, ms. The page makes itself what took longer. */
const WAIT_MS = 1000;
const END = '</body>';

/** Makes a call inside a request. @returns the JSON of its response; null if it was rejected or failed */
export type ReadCall = (ctx: Context, url: string) => Promise<string | null>;

/**
 * Reads for pages: a call goes through the same steps as a request of its own, with the cookies, address and rights of
 * the request that it belongs to.
 * @param serve answers a call, or rejects
 */
export function createReadCall(app: Koa, serve: Middleware): ReadCall {
	return async (ctx, url) => {
		const request = Object.create(ctx.req, { url: { value: url, writable: true } }) as IncomingMessage;
		// Nothing is written to this response: only the body that the call sets is read.
		const call = app.createContext(request, new ServerResponse(request)) as Context;
		call.state['requestId'] = ctx.state['requestId'] as unknown;
		try {
			await serve(call, () => Promise.resolve());
		} catch {
			// The page makes the call again, and shows and logs the reason.
			return null;
		}
		return call.status === 200 && typeof call.body === 'string' ? call.body : null;
	};
}

/**
 * Sends a page's document together with what the page reads first. The document comes at once, so that the page is visible
 * and loads its scripts; the data follow in the same response, and no script has to ask for them.
 */
export async function sendWithReads(
	ctx: Context,
	file: string,
	{ reads, lists }: FoundDocument,
	read: ReadCall,
): Promise<void> {
	const answers = reads.map(async ({ url, call }) => elementOf(call, await read(ctx, url)));
	const html = await readFile(file, 'utf8');
	const end = html.lastIndexOf(END);
	// Proxies must not hold back the first part either.
	ctx.set({ 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' });
	ctx.type = 'html';
	ctx.body = Readable.from(parts(html.slice(0, end), answers, lists.map(preload).join('') + html.slice(end)), {
		objectMode: false,
	});
}

async function* parts(shell: string, answers: readonly Promise<string>[], rest: string): AsyncGenerator<string> {
	yield shell;
	const found: string[] = [];
	const all = Promise.all(answers.map(async (answer) => found.push(await answer)));
	await Promise.race([all, sleep(WAIT_MS, undefined, { ref: false })]);
	yield found.join('') + rest;
}

/** The data of a call for the page's script. They are no script themselves, and cannot end their element. */
function elementOf(call: PageRead['call'], json: string | null): string {
	if (json === null) return '';
	const escaped = (text: string) => text.replaceAll('<', '\\u003c');
	return `<script type="application/json" class="read">{"call":${escaped(call)},"data":${escaped(json)}}</script>`;
}

/** A list is long: it loads when the scripts have, and does not keep the page waiting. */
function preload(url: string): string {
	return `<link rel="preload" as="fetch" crossorigin fetchpriority="low" href="${url.replaceAll('&', '&amp;')}">`;
}
