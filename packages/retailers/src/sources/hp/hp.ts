import { linkSource } from '../links/linkSource.ts';
import { REQUESTS_PER_CALL } from '../links/offerBatches.ts';
import { defineSource, SHOP_BUDGET } from '../source.ts';
import { readPrices } from './prices.ts';

/** The number of products that the price service is asked for at once; no limit is known. */
const BATCH_SIZE = 25;

/**
 * HP's product pages: the page's own data, else that in schema.org's vocabulary. Once a page was read, price and stock come
 * from the price service, which answers about many products at once.
 */
export const hp = defineSource({
	name: 'HP',
	regions: ['US'],
	batchSize: BATCH_SIZE,
	requestsPerBatch: REQUESTS_PER_CALL,
	announcesLaunches: false,
	evidence: 'product',
	knownFrom: 'code',
	byLink: true,
	// A guess: the link is from public code of 2026, and the part number from the link.
	canaries: [
		{
			sku: 'CZ2V8UT#ABA',
			link: 'https://www.hp.com/us-en/shop/pdp/hp-zgx-nano-g1n-ai-station-p-cz2v8ut-aba-1',
			region: 'US',
		},
	],
	url: { name: 'HP', default: 'https://www.hp.com' },
	budget: SHOP_BUDGET,
	connect: linkSource({ brand: 'HP', category: 'LAPTOPS', offers: readPrices }),
});
