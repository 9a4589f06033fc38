import { timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Failure } from '../failure.ts';

const TIMEOUT_MS = 5 * 60_000;

export interface Listener {
	port: number;
	/** The code, once the browser has its response; null if sign-in was denied. Rejects after five minutes. */
	code: Promise<string | null>;
	close(): void;
}

/** Listens on a local port for the browser's redirect with our `state`. */
export async function listenForCode(state: string): Promise<Listener> {
	let settle: { resolve(code: string | null): void; reject(error: Error): void } | undefined;
	const code = new Promise<string | null>((resolve, reject) => {
		settle = { resolve, reject };
	});
	const server = createServer((request, response) => {
		const redirect = readRedirect(request, `127.0.0.1:${port}`, state);
		if (redirect.valid) response.once('close', () => settle?.resolve(redirect.code));
		respond(response, redirect);
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	const timeout = setTimeout(() => settle?.reject(new Failure('Sign-in timed out after 5 minutes.')), TIMEOUT_MS);
	return {
		port,
		code,
		close() {
			clearTimeout(timeout);
			server.close();
			// The response is sent, but unused connections of the browser would keep the process running.
			server.closeAllConnections();
		},
	};
}

type Redirect = { valid: false; status: number } | { valid: true; code: string | null };

/** Checks the request: other pages can reach this port too, for example by a host name that resolves to 127.0.0.1. */
function readRedirect(request: IncomingMessage, host: string, state: string): Redirect {
	const [path, base] = [request.url ?? '/', `http://${host}`];
	if (request.method !== 'GET' || request.headers.host !== host || !URL.canParse(path, base))
		return { valid: false, status: 404 };
	const url = new URL(path, base);
	if (url.pathname !== '/') return { valid: false, status: 404 };
	const given = Buffer.from(url.searchParams.get('state') ?? '');
	const expected = Buffer.from(state);
	if (given.length !== expected.length || !timingSafeEqual(given, expected)) return { valid: false, status: 400 };
	if (url.searchParams.get('error')) return { valid: true, code: null };
	const code = url.searchParams.get('code');
	return code ? { valid: true, code } : { valid: false, status: 400 };
}

function respond(response: ServerResponse, redirect: Redirect): void {
	const text = !redirect.valid
		? 'This is not a valid sign-in redirect.'
		: redirect.code
			? 'Close this window and go back to the terminal, which shows whether you are signed in.'
			: 'Sign-in was denied. Close this window.';
	response.writeHead(redirect.valid ? 200 : redirect.status, {
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
