import { linkSource } from '../links/linkSource.ts';
import { defineSource, SHOP_BUDGET } from '../source.ts';

/** New Balance's product JSON by the style in the link, else the page's data in schema.org's vocabulary. */
export const newBalance = defineSource({
	name: 'NEWBALANCE',
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
			sku: 'U740BM2',
			link: 'https://www.newbalance.com/pd/740/U740BM2-D-115.html',
			region: 'US',
		},
	],
	url: { name: 'NEWBALANCE', default: 'https://www.newbalance.com' },
	budget: SHOP_BUDGET,
	connect: linkSource({ brand: 'NEWBALANCE', category: 'SHOES' }),
});
