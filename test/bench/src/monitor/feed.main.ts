/**
 * Nike's feed with as little work as possible, as a process of its own: every product has the same answer of about 4 kB
 * with its own SKU, and an ETag. Prints its origin, and counts its requests at `/count`.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Counts } from './monitor.ts';

const SKU_MARK = '@';
const ETAG = '"v1"';
const SIZES = Array.from({ length: 18 }, (_, index) => `${7 + index / 2}`);
const THREAD = JSON.stringify({
	id: 'thread-@',
	publishedContent: { nodes: [{ properties: { squarishURL: 'https://static.nike.com/a/images/@.jpg' } }] },
	productInfo: [
		{
			availability: { available: true },
			merchProduct: {
				styleColor: '@',
				status: 'ACTIVE',
				productType: 'FOOTWEAR',
				publishType: 'FLOW',
				commerceStartDate: '2026-01-15T15:00:00.000Z',
				modificationDate: '2026-04-01T00:00:00.000Z',
			},
			merchPrice: { currentPrice: 205, fullPrice: 205, currency: 'USD' },
			productContent: {
				fullTitle: 'Air Jordan 5 Retro OG "White Metallic"',
				subtitle: "Men's Shoes",
				slug: 'air-jordan-5-retro-og-@',
				description: 'A description of the product, as in a real feed. '.repeat(25),
			},
			skus: SIZES.map((size) => ({
				gtin: `0019${size}`,
				nikeSize: size,
				countrySpecifications: [{ localizedSize: size }],
			})),
			availableGtins: SIZES.map((size) => ({ gtin: `0019${size}`, available: true, level: 'HIGH' })),
		},
	],
});

const counts: Counts = { whole: 0, unchanged: 0 };

const server = createServer(({ url = '', headers }, response) => {
	if (url === '/count') return void response.end(JSON.stringify(counts));
	if (headers['if-none-match'] === ETAG) {
		counts.unchanged++;
		return void response.writeHead(304).end();
	}
	counts.whole++;
	const filters = new URL(url, 'http://retailer').searchParams.getAll('filter');
	const filter = filters.find((text) => text.includes('styleColor')) ?? '';
	const threads = filter
		.slice(filter.indexOf('(') + 1, -1)
		.split(',')
		.map((sku) => THREAD.replaceAll(SKU_MARK, sku));
	response.writeHead(200, { 'content-type': 'application/json', etag: ETAG });
	response.end(`{"pages":{"next":""},"objects":[${threads.join()}]}`);
});
server.listen(0, '127.0.0.1', () => {
	process.stdout.write(`${JSON.stringify({ origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })}\n`);
});
process.stdin.resume().once('end', () => process.exit());
