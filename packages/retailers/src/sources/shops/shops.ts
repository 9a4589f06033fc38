import { linkSource } from '../links/linkSource.ts';
import { REQUESTS_PER_CALL } from '../links/offerBatches.ts';
import { defineSource, SHOP_BUDGET } from '../source.ts';
import { lookedUpTogether, readLookups } from './lookups.ts';
import { searchAnyShop } from './search.ts';

/**
 * Products of any shop: UCP, Shopify, WooCommerce, or a page with data in schema.org's vocabulary. Those of a UCP catalogue
 * are looked up together once they were read alone.
 */
export const shops = defineSource({
	name: 'SHOPS',
	regions: ['US'],
	batchSize: 1,
	requestsPerBatch: REQUESTS_PER_CALL,
	announcesLaunches: false,
	evidence: 'count',
	knownFrom: 'recordings',
	byLink: 'each host',
	url: null,
	budget: SHOP_BUDGET,
	connect: linkSource({
		brand: 'SHOPS',
		category: 'ALL',
		search: searchAnyShop,
		offers: readLookups,
		together: lookedUpTogether,
	}),
});
