export { createExchangeRates, type ExchangeRateReader } from './exchangeRates/exchangeRates.ts';
export { BudgetError } from './fetching/budget.ts';
export { unlessAborted, withDeadline } from './fetching/deadline.ts';
export { boundedAgent } from './fetching/boundedAgent.ts';
export { isPublicAddress, isPublicHost } from './fetching/guard.ts';
export { type Body, readBounded, TooLargeError } from './fetching/readBounded.ts';
export { mergedSizes } from './formats/reading.ts';
export { createImageFetcher, ImageError, type ImageFetcher, MAX_HELD, type Origins } from './images/fetchImage.ts';
export { createImageSearch, type ImageSearch, type Mirror } from './images/search.ts';
export { IMAGE_HOSTS, type ImageHost } from './images/sources.ts';
export { createProductQuery, type ProductQuery } from './products/query.ts';
export { createShopTester, type ShopTester } from './shops/shopTester.ts';
export {
	announcesLaunches,
	openSources,
	SOURCES,
	sourceBudgets,
	sourcePlaces,
	type SourceSettings,
	sourceSettings,
	sourceUrls,
} from './sources/index.ts';
export { bySku } from './sources/source.ts';
export { createSourceChecker, type SourceChecker } from './sources/sourceChecker.ts';
export type {
	Answer,
	FoundProduct,
	PartialSearch,
	LookedUp,
	Price,
	ProductEntry,
	ProductSnapshot,
	Reading,
	SizeStock,
	Source,
	Together,
	WatchedProduct,
} from './sources/source.ts';
