import { linkSource } from '../links/linkSource.ts';
import { defineSource, SHOP_BUDGET } from '../source.ts';

/** ASICS' product pages: their data in schema.org's vocabulary. */
export const asics = defineSource({
	name: 'ASICS',
	regions: ['US'],
	batchSize: 1,
	requestsPerBatch: 1,
	announcesLaunches: false,
	evidence: 'size',
	knownFrom: 'code',
	byLink: true,
	// A guess: the link is from public code of 2026; whether the shoe is still sold is unknown.
	canaries: [
		{
			sku: '1012C073-400',
			link: 'https://www.asics.com/us/en-us/gel-kayano/p/ANA_1012C073-400.html',
			region: 'US',
		},
	],
	url: { name: 'ASICS', default: 'https://www.asics.com' },
	budget: SHOP_BUDGET,
	connect: linkSource({ brand: 'ASICS', category: 'SHOES' }),
});
