import { timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Failure } from '../failure.ts';

const LONGEST_MS = 5 * 60_000;

export interface Listener {
	port: number;
	/** The code, once the browser has its answer; null when the person said no. Rejects after five minutes. */
	code: Promise<string | null>;
	close(): void;
}

/** Listens on a port of this computer, that nobody else can reach, for the browser that comes back with our `state`. */
export async function listenForCode(state: string): Promise<Listener> {
	let settle: { resolve(code: string | null): void; reject(error: Error): void } | undefined;
	const code = new Promise<string | null>((resolve, reject) => {
		settle = { resolve, reject };
	});
	const server = createServer((request, response) => {
		const found = answerTo(request, `127.0.0.1:${port}`, state);
		if (found.ours) response.once('close', () => settle?.resolve(found.code));
		say(response, found);
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	const late = setTimeout(
		() => settle?.reject(new Failure('Nobody said yes in the browser within five minutes.')),
		LONGEST_MS,
	);
	return {
		port,
		code,
		close() {
			clearTimeout(late);
			server.close();
			// Our answer is sent. What the browser keeps open for later, and has said nothing on, would hold us up.
			server.closeAllConnections();
		},
	};
}

type Found = { ours: false; status: number } | { ours: true; code: string | null };

/** Anything may knock here: other pages, by a name of theirs that leads to 127.0.0.1. Only our own way back counts. */
function answerTo(request: IncomingMessage, host: string, state: string): Found {
	const [path, base] = [request.url ?? '/', `http://${host}`];
	if (request.method !== 'GET' || request.headers.host !== host || !URL.canParse(path, base))
		return { ours: false, status: 404 };
	const url = new URL(path, base);
	if (url.pathname !== '/') return { ours: false, status: 404 };
	const given = Buffer.from(url.searchParams.get('state') ?? '');
	const own = Buffer.from(state);
	if (given.length !== own.length || !timingSafeEqual(given, own)) return { ours: false, status: 400 };
	if (url.searchParams.get('error')) return { ours: true, code: null };
	const code = url.searchParams.get('code');
	return code ? { ours: true, code } : { ours: false, status: 400 };
}

function say(response: ServerResponse, found: Found): void {
	const text = !found.ours
		? 'This is not the way back from signing in.'
		: found.code
			? 'Close this window and go back to the terminal: it says whether you are signed in.'
			: 'Nothing was allowed. Close this window.';
	response.writeHead(found.ours ? 200 : found.status, {
		'content-type': 'text/html; charset=utf-8',
		'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
		'cache-control': 'no-store',
		'referrer-policy': 'no-referrer',
		connection: 'close',
	});
	response.end(`<!doctype html><html lang="en"><meta charset="utf-8"><title>Dropwire</title>
<style>:root{color-scheme:light dark}body{font:1.1rem/1.5 system-ui,sans-serif;max-width:30rem;margin:20vh auto;padding:0 1rem}</style>
<h1>Dropwire</h1><p>${text}</p>`);
}
