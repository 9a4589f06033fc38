import { linkSource } from '../links/linkSource.ts';
import { defineSource, SHOP_BUDGET } from '../source.ts';
import { searchAnyShop } from './search.ts';

/** Products of any shop: UCP, Shopify, WooCommerce, or a page with data in schema.org's vocabulary. */
export const shops = defineSource({
	name: 'SHOPS',
	regions: ['US'],
	batchSize: 1,
	requestsPerBatch: 2,
	announcesLaunches: false,
	evidence: 'count',
	knownFrom: 'recordings',
	byLink: 'each host',
	url: null,
	budget: SHOP_BUDGET,
	connect: linkSource({ brand: 'SHOPS', category: 'ALL', search: searchAnyShop }),
});
