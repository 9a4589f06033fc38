import type { IncomingMessage, ServerResponse } from 'node:http';

const LAUNCH = '2026-01-15T15:00:00.000Z';
const PRICE = 205;
const SIZES = Array.from({ length: 18 }, (_, index) => `${7 + index / 2}`);
/** What is replaced by the SKU. */
export const SKU_MARK = '@';
/** A product of about 4 kB. */
const SMALL_THREAD = JSON.stringify({
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
				commerceStartDate: LAUNCH,
				modificationDate: '2026-04-01T00:00:00.000Z',
			},
			merchPrice: { currentPrice: PRICE, fullPrice: PRICE, currency: 'USD' },
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

/** Requests since the start. */
export interface Counts {
	whole: number;
	unchanged: number;
	/** Of the bodies. */
	bytes: number;
}

/**
 * Nike's feed with as little work as possible: every product has the same answer with its own SKU.
 * @param options.thread JSON of a thread with `SKU_MARK` in the place of the SKU
 */
export function createFeed({ etags, thread = SMALL_THREAD }: { etags: boolean; thread?: string }) {
	/** The products that differ from all others, and the time at which each was changed. */
	const changes = new Map<string, { price: string; launch: string; version: number }>();
	const counts: Counts = { whole: 0, unchanged: 0, bytes: 0 };

	function threadOf(sku: string): string {
		const change = changes.get(sku);
		const text = thread.replaceAll(SKU_MARK, sku);
		if (!change) return text;
		return text.replaceAll(`Price":${PRICE}`, `Price":${change.price}`).replace(LAUNCH, change.launch);
	}

	return {
		counts,
		change(sku: string, { price, launch }: { price: string; launch: string }): void {
			changes.set(sku, { price, launch: launch || LAUNCH, version: changes.size + Date.now() });
		},
		answer({ url = '', headers }: IncomingMessage, response: ServerResponse): void {
			const { searchParams } = new URL(url, 'http://retailer');
			const filter = searchParams.getAll('filter').find((text) => text.includes('styleColor')) ?? '';
			const skus = filter.slice(filter.indexOf('(') + 1, -1).split(',');
			const etag = etags ? `"v${Math.max(1, ...skus.map((sku) => changes.get(sku)?.version ?? 1))}"` : null;
			if (etag !== null && headers['if-none-match'] === etag) {
				counts.unchanged++;
				return void response.writeHead(304).end();
			}
			const body = `{"pages":{"next":""},"objects":[${skus.map(threadOf).join()}]}`;
			counts.whole++;
			counts.bytes += body.length;
			response.writeHead(200, { 'content-type': 'application/json', ...(etag !== null && { etag }) }).end(body);
		},
	};
}
