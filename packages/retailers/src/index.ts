export { createExchangeRates, type ExchangeRateReader } from './exchangeRates/exchangeRates.ts';
export { BudgetError } from './limits/budget.ts';
export { unlessAborted, withDeadline } from './limits/deadline.ts';
export { boundedAgent } from './fetching/boundedAgent.ts';
export { isPublicAddress, isPublicHost } from './fetching/guard.ts';
export { type Body, readBounded, TooLargeError } from './fetching/readBounded.ts';
export { priceInMinor } from './formats/money.ts';
export { mergedSizes } from './formats/reading.ts';
export { createImageFetcher, ImageError, type ImageFetcher, MAX_HELD, type Origins } from './images/fetchImage.ts';
export { createImageSearch, type ImageSearch, type Mirror } from './images/search.ts';
export { IMAGE_HOSTS, type ImageHost } from './images/sources.ts';
export { createProductQuery, type ProductQuery, type QueriedProduct } from './products/query.ts';
export { createShopTester, type ShopTester } from './shops/shopTester.ts';
export { createEbay, type Ebay, type EbayAnswer, hasEbay } from './resale/ebay.ts';
export { deprecationNotice, retailSettings, type ShopUrls, shopUrls, withShopUrls } from './settings.ts';
export {
	announcesLaunches,
	openSources,
	SOURCES,
	sourceBudgets,
	sourcePlaces,
	type SourceSettings,
} from './sources/index.ts';
export { bySku } from './snapshot/answer.ts';
export { createSourceChecker, type SourceChecker } from './sources/sourceChecker.ts';
export type { Price, ProductEntry, ProductSnapshot, SizeStock, StoreSize } from './snapshot/snapshot.ts';
export type {
	Answer,
	FailedSearch,
	FoundProduct,
	PartialSearch,
	LookedUp,
	Reading,
	WatchedProduct,
} from './snapshot/answer.ts';
export type { Source, StoreReader, Together } from './sources/source.ts';
