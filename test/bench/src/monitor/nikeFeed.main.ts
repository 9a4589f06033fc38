/**
 * Nike's feed for `monitor.ts` and `waits.ts`, as a process of its own, with ETags if `ETAGS` is `on`. A product changes
 * only by `/set?sku=…&price=…&launch=…`. Prints its origin, and counts its requests at `/count`.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createFeed } from './nikeFeed.ts';

const feed = createFeed({ etags: process.env['ETAGS'] === 'on' });
const server = createServer((request, response) => {
	const { pathname, searchParams } = new URL(request.url ?? '', 'http://retailer');
	if (pathname === '/count') return void response.end(JSON.stringify(feed.counts));
	if (pathname !== '/set') return feed.answer(request, response);
	const [sku = '', price = '', launch = ''] = ['sku', 'price', 'launch'].map((name) => searchParams.get(name) ?? '');
	feed.change(sku, { price, launch });
	response.end();
});
server.listen(0, '127.0.0.1', () => {
	process.stdout.write(`${JSON.stringify({ origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })}\n`);
});
process.stdin.resume().once('end', () => process.exit());
