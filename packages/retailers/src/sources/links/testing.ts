import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ShopAdapter } from '@dropwire/domain';
import type { Answer, Reading } from '../../snapshot/answer.ts';
import type { ConnectionOptions, SourceConnection, SourceDefinition } from '../source.ts';

/** The path of a product of ASICS. */
export const ASICS = '/us/en-us/gel-kayano/p/ANA_1012C073-400.html';
/** A product of JD Sports and Finish Line: the path of its page, and that of its sizes. */
export const JD = '/store/product/nike-dunk/prod28?styleId=DZ5485&colorId=612';
export const JD_SIZES = '/store/browse/json/productSizesJson.jsp?productId=prod28&styleId=DZ5485&colorId=612';

export const jdRow = (sizeValue: string, count: number) => ({
	productId: 'DZ5485-612',
	sizeValue,
	sizeClass: count > 0 ? '' : 'unavailable',
	stockLevel: Buffer.from(String(count)).toString('base64'),
});
export const jdSizes = { productSizes: [jdRow('9', 12), jdRow('10', 0), { sizeValue: '' }] };

/** A path's answer: a text, JSON, a status with headers, or a listener. */
export type Reply = string | object | RequestListener;

/** A shop on this machine. It stores its requests; paths without an answer are 404. */
export interface TestShop {
	origin: string;
	answers: Record<string, Reply>;
	/** The paths of the requests, without robots.txt. */
	paths(): string[];
	requests: IncomingMessage[];
	close(): void;
}

export async function openShop(): Promise<TestShop> {
	const answers: Record<string, Reply> = {};
	const requests: IncomingMessage[] = [];
	const server: Server = createServer((request, response) => {
		requests.push(request);
		const reply = answers[request.url ?? ''];
		if (typeof reply === 'function') return (reply as RequestListener)(request, response);
		if (reply === undefined) return response.writeHead(404).end();
		response.end(typeof reply === 'string' ? reply : JSON.stringify(reply));
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return {
		origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		answers,
		requests,
		paths: () => requests.flatMap(({ url = '' }) => (url === '/robots.txt' ? [] : [url])),
		close() {
			server.closeAllConnections();
			server.close();
		},
	};
}

/** Answers with a status, headers and a body. */
export const status =
	(code: number, headers: Record<string, string> = {}, body = ''): RequestListener =>
	(_, response) =>
		void response.writeHead(code, headers).end(body);

/** Answers with an ETag, and with 304 to whoever has it. */
export const withEtag =
	(etag: string, body: string): RequestListener =>
	({ headers }, response) =>
		void (headers['if-none-match'] === etag
			? response.writeHead(304).end()
			: response.writeHead(200, { etag }).end(body));

/** Answers without end. */
export const endless: RequestListener = (_, response) => {
	const more = () => {
		while (response.write('<p>'.repeat(20_000)));
	};
	response.on('drain', more);
	more();
};

/** A page with a product in schema.org's vocabulary. */
export const page = (product: object = {}) =>
	`<html><script type="application/ld+json">${JSON.stringify({
		'@type': 'Product',
		name: 'Shoe',
		offers: { '@type': 'Offer', price: 90, priceCurrency: 'USD', availability: 'InStock' },
		...product,
	})}</script></html>`;

/** A source that is connected to a shop, and asks for one product. */
export function connected(
	{ connect }: Pick<SourceDefinition, 'connect'>,
	options: Partial<ConnectionOptions> = {},
): SourceConnection & {
	one(product: { sku: string; link: string; adapter?: ShopAdapter }, version?: string | null): Promise<Reading>;
	read(product: { sku: string; link: string; adapter?: ShopAdapter }): Promise<Answer | undefined>;
} {
	const source = connect({ url: '', timeoutMs: 5000, connections: 16, ...options });
	const signal = new AbortController().signal;
	const one = (product: { sku: string; link: string; adapter?: ShopAdapter }, version: string | null = null) =>
		source.ask('US', [{ adapter: null, ...product }], signal, version);
	return {
		...source,
		one,
		async read(product) {
			const reading = await one(product);
			return 'answers' in reading ? reading.answers.get(product.sku) : undefined;
		},
	};
}
