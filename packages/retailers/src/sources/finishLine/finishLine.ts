import { linkSource } from '../links/linkSource.ts';
import { defineSource, SHOP_BUDGET } from '../source.ts';

/** Finish Line, which has the software of JD Sports in the US. */
export const finishLine = defineSource({
	name: 'FNL',
	regions: ['US'],
	batchSize: 1,
	requestsPerBatch: 2,
	announcesLaunches: false,
	evidence: 'count',
	knownFrom: 'code',
	byLink: true,
	// A guess: the link is from public code of 2021; the shoe has been sold ever since.
	canaries: [
		{
			sku: 'CW2288-111',
			link: 'https://www.finishline.com/store/product/mens-nike-air-force-1-low-casual-shoes/prod795980?styleId=CW2288&colorId=111',
			region: 'US',
		},
	],
	url: { name: 'FNL', default: 'https://www.finishline.com' },
	budget: SHOP_BUDGET,
	connect: linkSource({ brand: 'FNL', category: 'SHOES' }),
});
