/** The product's vocabulary: data and pure functions without I/O, shared by every package including the browser's. */
export { amountOf } from './amount.ts';
export * from './chunks.ts';
export * from './announcements.ts';
export * from './brands.ts';
export { cartLink } from './cartLink.ts';
export * from './botPermissions.ts';
export type { BrandEntry, Change, Family, Route, Routes, Screen, ScreenIcon } from './brand.ts';
export * from './catalogue.ts';
export * from './coverage.ts';
export * from './counted.ts';
export * from './deliveries.ts';
export * from './discordInput.ts';
export * from './durations.ts';
export * from './entries.ts';
export * from './discordUserAgent.ts';
export * from './escapeMarkdown.ts';
export * from './eventKinds.ts';
export { convertMoney, type ExchangeRates } from './exchangeRates.ts';
export * from './freshness.ts';
export { compactDays } from './history/compactDays.ts';
export { type FoundProduct, type HistoryCheck, nextPoint } from './history/nextPoint.ts';
export { type CompactedDay, gapPoint, type HistoryPoint } from './history/points.ts';
export { isSoldOut, priceRange } from './history/plot.ts';
export { type PresentedHistory, type PresentedPoint, presentHistory } from './history/present.ts';
export { type Restock, restocksOf } from './history/restocks.ts';
export type { SizeSpans } from './history/sizeSpans.ts';
export { staysOf } from './history/stays.ts';
export { type HistoryStatistics, historyStatistics, sincePoint } from './history/statistics/statistics.ts';
export { localTimes, offsetsOf } from './history/statistics/localTimes.ts';
export { PRICE_VERDICTS } from './history/statistics/verdict.ts';
export * from './grants.ts';
export * from './images.ts';
export * from './keywords.ts';
export * from './limits.ts';
export { canonicalLink, lastPart, siteOf, skuFromHandle, skuInLastPart } from './links.ts';
export * from './listNames.ts';
export * from './money.ts';
export { nextDigestAt } from './nextDigest.ts';
export * from './offers.ts';
export * from './pace.ts';
export * from './parseUrl.ts';
export * from './personalData.ts';
export * from './productCard.ts';
export { readSize } from './readSize.ts';
export * from './regions.ts';
export * from './releases.ts';
export * from './resale/compare.ts';
export * from './resale/defaultFees.ts';
export * from './resale/fees.ts';
export * from './resale/payout.ts';
export { problemOf } from './problems.ts';
export * from './roles.ts';
export * from './rounds.ts';
export * from './screens.ts';
export * from './searchWords.ts';
export * from './clipText.ts';
export { anywhere, type SetupLine, setupLines } from './setups.ts';
export * from './shops.ts';
export {
	compareSizes,
	findSize,
	isSameSize,
	showSize,
	sizeKey,
	sizeKeys,
	sizeMatches,
	sortSizes,
	splitSizes,
	suggestedSizes,
	unseenSizes,
} from './sizes.ts';
export * from './skus.ts';
export * from './social.ts';
export * from './statuses.ts';
export * from './stores/nearStores.ts';
export * from './stockStates.ts';
export * from './subscriptionOptions.ts';
export * from './subscriptionOptionsText.ts';
export * from './topics.ts';
export * from './watchlists.ts';
export * from './watches.ts';
export * from './why.ts';
export * from './webhookUrl.ts';
