import { linkSource } from '../links/linkSource.ts';
import { defineSource, SHOP_BUDGET } from '../source.ts';

/** JD Sports in the US: stock from its sizes JSON, name and price from the page. */
export const jdSports = defineSource({
	name: 'JD',
	regions: ['US'],
	batchSize: 1,
	requestsPerBatch: 2,
	announcesLaunches: false,
	evidence: 'count',
	knownFrom: 'code',
	byLink: true,
	// A guess: the product of Finish Line, whose numbers JD Sports is believed to share.
	canaries: [
		{
			sku: 'CW2288-111',
			link: 'https://www.jdsports.com/store/product/mens-nike-air-force-1-low-casual-shoes/prod795980?styleId=CW2288&colorId=111',
			region: 'US',
		},
	],
	url: { name: 'JD', default: 'https://www.jdsports.com' },
	budget: SHOP_BUDGET,
	connect: linkSource({ brand: 'JD', category: 'SHOES' }),
});
