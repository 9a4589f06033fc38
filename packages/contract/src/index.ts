import { accessCalls } from './access.ts';
import { accessRequestCalls } from './accessRequests.ts';
import { accountCalls } from './account.ts';
import { announcementCalls } from './announcements.ts';
import { auditCalls } from './audit.ts';
import { botCalls } from './bot.ts';
import { botNoticeCalls } from './botNotices.ts';
import { broadcastCalls } from './broadcast.ts';
import { bulkCalls } from './bulk.ts';
import { catalogueCalls } from './catalogue.ts';
import { channelCalls } from './channels.ts';
import { cliSigninCalls } from './cliSignin.ts';
import { coverageCalls } from './coverage.ts';
import { deliveryCalls } from './deliveries.ts';
import { documentCalls } from './documents.ts';
import { eventCalls } from './events.ts';
import { findCalls } from './find.ts';
import { grantCalls } from './grants.ts';
import { guildCalls } from './guilds.ts';
import { guildWebhookCalls } from './guildWebhooks.ts';
import { healthCalls } from './health.ts';
import { historyCalls } from './history.ts';
import { imageCalls } from './images.ts';
import { keywordCalls } from './keywords.ts';
import { linkedRoleCalls } from './linkedRoles.ts';
import { linkCalls } from './links.ts';
import { liveCalls } from './live.ts';
import { metricsCalls } from './metrics.ts';
import { operatorListCalls } from './operatorLists.ts';
import { operatorWebhookCalls } from './operatorWebhooks.ts';
import { overviewCalls } from './overview.ts';
import { productCardCalls } from './productCards.ts';
import { productRequestCalls } from './productRequests.ts';
import { productCalls } from './products.ts';
import { releaseCalls } from './releases.ts';
import { resaleCalls } from './resale.ts';
import { retailerTokenCalls } from './retailerToken.ts';
import { serverSetupCalls } from './serverSetup.ts';
import { sharedSetupCalls } from './sharedSetups.ts';
import { sessionCalls } from './sessions.ts';
import { sourceCheckCalls } from './sourceCheck.ts';
import { shortenerCalls } from './shortener.ts';
import { signinCalls } from './signin.ts';
import { shopCalls } from './shops.ts';
import { siteCalls } from './site.ts';
import { socialCalls } from './social.ts';
import { statusCalls } from './status.ts';
import { storeCalls } from './stores.ts';
import { subscriptionCalls } from './subscriptions.ts';
import { tokenCalls } from './tokens.ts';
import { watchCalls } from './watches.ts';
import { watchlistCalls } from './watchlists.ts';
import { webhookCalls } from './webhooks.ts';

/** Every call. The server serves exactly these calls: a missing or an extra handler does not compile. */
export const contract = {
	...signinCalls,
	...sessionCalls,
	...accountCalls,
	...linkedRoleCalls,
	...guildCalls,
	...channelCalls,
	...guildWebhookCalls,
	...subscriptionCalls,
	...linkCalls,
	...serverSetupCalls,
	...sharedSetupCalls,
	...botCalls,
	...botNoticeCalls,
	...productCardCalls,
	...broadcastCalls,
	...operatorWebhookCalls,
	...operatorListCalls,
	...webhookCalls,
	...watchCalls,
	...watchlistCalls,
	...keywordCalls,
	...announcementCalls,
	...deliveryCalls,
	...overviewCalls,
	...coverageCalls,
	...statusCalls,
	...findCalls,
	...eventCalls,
	...liveCalls,
	...auditCalls,
	...bulkCalls,
	...historyCalls,
	...catalogueCalls,
	...imageCalls,
	...productCalls,
	...productRequestCalls,
	...releaseCalls,
	...resaleCalls,
	...storeCalls,
	...socialCalls,
	...shopCalls,
	...sourceCheckCalls,
	...shortenerCalls,
	...accessCalls,
	...accessRequestCalls,
	...grantCalls,
	...tokenCalls,
	...retailerTokenCalls,
	...cliSigninCalls,
	...healthCalls,
	...siteCalls,
	...metricsCalls,
	...documentCalls,
};
export type Contract = typeof contract;
export type CallName = keyof Contract;

export type { ManagedUser, Terms } from './access.ts';
export type { AccessRequest, OwnAccessRequest } from './accessRequests.ts';
export type { Account } from './account.ts';
export { MAX_SERVERS } from './announcements.ts';
export type { AuditEntry } from './audit.ts';
export type { Coverage, CoverageCheck, CoverageRow } from './coverage.ts';
export { coverageFacts, oldestCheckOf, skusOf } from './coverageFacts.ts';
export { type CoverageWords, KNOWN_FROM_NAMES } from './coverageSentences.ts';
export {
	coverageGroups,
	type CoverageGroup,
	type CoverageLine,
	coverageLines,
	coverageSource,
	rowsOfList,
	summaryText,
} from './coverageText.ts';
export type { CheckInterval } from './interval.ts';
export { intervalText } from './intervalText.ts';
export type { DeliverySummary } from './live.ts';
export type { BotNotice, BotNoticeContent } from './botNotices.ts';
export { type BulkResult, OUTCOMES, type SkuRow, type WebhookRow } from './bulk.ts';
export { type CatalogueEntry, CatalogueRow, type ListedCatalogueEntry } from './catalogue.ts';
export { pairingCode } from './cliSignin.ts';
export {
	ACTING_USER,
	ApiError,
	type CallRoute,
	createClient,
	createClientOf,
	type Client,
	type ClientOptions,
	errorOf,
	routesOf,
} from './client.ts';
export type { OperatorRow } from './operatorLists.ts';
export { undoOf } from './undo.ts';
export { type ListedWebhook, listRowText, type Replacement, type WebhookDetails } from './webhooks.ts';
export type { ProductHistoryPoint, ProductStatistics } from './history.ts';
export { WEBHOOK_STATES, type WebhookState } from './webhookStates.ts';
export { type Overview, TREND_HOURS, type TrendPeriod } from './overview.ts';
export type { ProductCard, ProductInRegion } from './productCards.ts';
export {
	type Delivery,
	type DeliveryEdit,
	type DeliveryGroup,
	type LoggedDelivery,
	MESSAGE_KINDS,
} from './deliveries.ts';
export {
	type CallInput,
	type CallOutput,
	type Effects,
	effectsOf,
	type EffectsOf,
	type Endpoint,
	type HandlerInput,
	type HandlerOutput,
	limitOf,
	type LimitName,
	type Page,
	RATE_LIMITS,
	type Signer,
	SIGNERS,
	type SuccessStatus,
	type Who,
} from './endpoint.ts';
export { type ErrorBody, type ErrorCode, ERROR_STATUS } from './errors.ts';
export { EventItem, type EventPage, type LiveEvent, type ProductEventRow, type WithoutMessage } from './events.ts';
export type { DiscordPlace, GuildRole, Health } from './fields.ts';
export type { BillingEvent, Grant, GrantSummary } from './grants.ts';
export type { DropEvents, GuildActivity, GuildChange, GuildState, GuildStatistics } from './guilds.ts';
export type { GuildWebhook } from './guildWebhooks.ts';
export type { Pulse, SourceFreshness } from './health.ts';
export type { PictureDetails } from './images.ts';
export type { ImportResult } from './imports.ts';
export type { Found, KeywordWatch } from './keywords.ts';
export type { LinkedRoles } from './linkedRoles.ts';
export type { Link, LinkMessage } from './links.ts';
export type { OperatorWebhook } from './operatorWebhooks.ts';
export { DASHBOARD_PAGES, isPage, PAGES, PUBLIC_PAGES, type PublicPage, publicPageAt } from './pages.ts';
export type { OpenProductRequest, ProductRequest } from './productRequests.ts';
export type { Watch, WatchPlace } from './watches.ts';
export type { ProductEntry } from './products.ts';
export { type Release, ReleaseRow } from './releases.ts';
export { Fee, MAX_MARKETS, type Resale } from './resale.ts';
export { type DiscordChannel, MAX_SETUP_TARGETS, type SetupChange } from './serverSetup.ts';
export { SHARED_SETUP_MS, type SharedSetup } from './sharedSetups.ts';
export type { Site } from './site.ts';
export { PLAN_RIGHTS, type Plan, type PlanRight } from '@dropwire/domain/plans';
export type { PublicStatus } from './status.ts';
export type { StoreStock } from './stores.ts';
export type { OwnSession } from './sessions.ts';
export type { ShopTest } from './shops.ts';
export { Options as OptionsSchema } from './subscriptionOptions.ts';
export type { SubscriptionRow } from './subscriptions.ts';
export type { SourceCheck } from './sourceCheck.ts';
export type { CurrentUser } from './signin.ts';
export type { KeywordGroup } from './social.ts';
export type { ProductWhy, SubscriptionWhy, WhyRow, WhyVerdict } from './why.ts';
export { isProductWhy, whyText, whyVerdictText } from './whyText.ts';
export * from '@dropwire/domain';
