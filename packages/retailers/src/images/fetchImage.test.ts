import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PNG } from 'pngjs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createImageFetcher, type ImageFetcher, LARGEST_IMAGE } from './fetchImage.ts';
import { isPublicAddress } from '../fetching/guard.ts';

const png = PNG.sync.write(new PNG({ width: 40, height: 40 }));
let server: Server;
let port: number;
let fetcher: ImageFetcher;
let handle: RequestListener;

beforeEach(async () => {
	server = createServer((request, response) => handle(request, response));
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	port = (server.address() as AddressInfo).port;
	fetcher = createImageFetcher(
		new Map([
			[`http://127.0.0.1:${port}`, { byHand: true }],
			['https://images.example.com', { byHand: false }],
			[`http://localhost:${port}`, { byHand: false }],
			[`http://10.0.0.1`, { byHand: false }],
			[`http://[::1]:${port}`, { byHand: false }],
		]),
		{ timeoutMs: 2000 },
	);
	handle = (_, response) => response.end(png);
});
afterEach(async () => {
	await fetcher.close();
	server.closeAllConnections();
	await new Promise((resolve) => server.close(resolve));
});
const own = (path = '/a.png') => `http://127.0.0.1:${port}${path}`;

test('returns the image with its sniffed type', async () => {
	handle = (_, response) => response.setHeader('content-type', 'text/html').end(png);
	expect(await fetcher.fetch(own())).toMatchObject({ bytes: png, type: 'image/png' });
	expect(await fetcher.exists(own())).toBe(true);
});

test.each([
	['another host', 'https://evil.example.com/a.png'],
	['a similar host', 'https://images.example.com.evil.example/a.png'],
	['a similar host with a hyphen', 'https://images-example.com/a.png'],
	['the name as user', 'https://images.example.com@evil.example.com/a.png'],
	['user information on the right host', 'https://user:secret@images.example.com/a.png'],
	['another port', 'https://images.example.com:8443/a.png'],
	['another protocol', 'http://images.example.com/a.png'],
	['a file', 'file:///etc/passwd'],
	['data', 'data:image/png;base64,AAAA'],
	['no address', 'images.example.com/a.png'],
	['loopback in decimal', 'http://2130706433/a.png'],
	['loopback in hex', 'http://0x7f000001/a.png'],
	['loopback in IPv6', 'http://[::ffff:127.0.0.1]/a.png'],
	['a backslash', 'https://evil.example.com\\@images.example.com/a.png'],
])('%s is rejected before any request', async (_, address) => {
	let asked = false;
	handle = (_request, response) => {
		asked = true;
		response.end(png);
	};
	await expect(fetcher.fetch(address)).rejects.toMatchObject({ name: 'ImageError', kind: 'wrong' });
	expect(asked).toBe(false);
});

test('a built-in origin at a private address is not requested', async () => {
	let asked = false;
	handle = (_, response) => {
		asked = true;
		response.end(png);
	};
	await expect(fetcher.fetch(`http://localhost:${port}/a.png`)).rejects.toMatchObject({
		kind: 'wrong',
		message: 'must be a public address',
	});
	await expect(fetcher.fetch('http://10.0.0.1/a.png')).rejects.toMatchObject({ kind: 'wrong' });
	await expect(fetcher.fetch(`http://[::1]:${port}/a.png`)).rejects.toMatchObject({ kind: 'wrong' });
	expect(asked).toBe(false);
});

test('redirects to other origins are not followed', async () => {
	handle = (request, response) => {
		if (request.url === '/end.png') return response.end(png);
		const to = { '/here': '/end.png', '/away': 'http://169.254.169.254/latest', '/round': '/round', '/no': 'http://[' }[
			request.url ?? ''
		];
		return response.writeHead(302, { location: to }).end();
	};
	expect((await fetcher.fetch(own('/here'))).bytes).toEqual(png);
	await expect(fetcher.fetch(own('/away'))).rejects.toMatchObject({ kind: 'wrong' });
	await expect(fetcher.fetch(own('/round'))).rejects.toMatchObject({ kind: 'failed' });
	await expect(fetcher.fetch(own('/no'))).rejects.toMatchObject({ name: 'ImageError', kind: 'failed' });
});

test('rejects files above 15 MiB and files that are not images', async () => {
	handle = (_, response) => response.end(Buffer.concat([png, Buffer.alloc(LARGEST_IMAGE)]));
	await expect(fetcher.fetch(own())).rejects.toMatchObject({ kind: 'wrong', message: 'must have at most 15 MiB' });
	for (const text of ['<html>', '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>', '']) {
		handle = (_, response) => response.setHeader('content-type', 'image/png').end(text);
		await expect(fetcher.fetch(own())).rejects.toMatchObject({ kind: 'wrong', message: 'must be an image' });
		expect(await fetcher.exists(own())).toBe(false);
	}
});

test('a 404 means absent; a wall, an error or a timeout means unknown', async () => {
	handle = (_, response) => response.writeHead(404).end();
	expect(await fetcher.exists(own())).toBe(false);
	for (const status of [403, 429, 500]) {
		handle = (_, response) => response.writeHead(status).end();
		await expect(fetcher.exists(own())).rejects.toMatchObject({ kind: 'failed' });
	}
	handle = () => undefined;
	await expect(fetcher.exists(own())).rejects.toMatchObject({ kind: 'failed' });
	handle = (_, response) => {
		response.writeHead(200, { 'content-length': '1000' });
		response.write(png);
		setTimeout(() => response.destroy(), 20);
	};
	await expect(fetcher.fetch(own())).rejects.toMatchObject({ kind: 'failed' });
});

test.each([
	['8.8.8.8', true],
	['2606:4700::1111', true],
	['127.0.0.1', false],
	['10.1.2.3', false],
	['172.16.0.1', false],
	['192.168.1.1', false],
	['169.254.169.254', false],
	['100.64.0.1', false],
	['0.0.0.0', false],
	['::1', false],
	['fe80::1', false],
	['fc00::1', false],
	['::ffff:10.0.0.1', false],
	['::7f00:1', false],
	['64:ff9b::7f00:1', false],
	['224.0.0.1', false],
	['not an address', false],
])('%s is public: %s', (address, expected) => {
	expect(isPublicAddress(address)).toBe(expected);
});
