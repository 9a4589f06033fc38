import { accessHandlers } from './access/feature.ts';
import { accessRequestHandlers } from './accessRequests/feature.ts';
import { announcementHandlers } from './announcements/feature.ts';
import { auditHandlers } from './audit/feature.ts';
import { botHandlers } from './bot/feature.ts';
import { botNoticeHandlers } from './botNotices/feature.ts';
import { broadcastHandlers } from './broadcast/feature.ts';
import { bulkHandlers } from './bulk/feature.ts';
import { channelHandlers } from './channels/feature.ts';
import { cliSigninHandlers } from './cliSignin/feature.ts';
import { coverageHandlers } from './coverage/feature.ts';
import { deliveryGroupHandlers } from './deliveries/groupCalls.ts';
import { deliveryHandlers } from './deliveries/feature.ts';
import { documentHandlers } from './documents/feature.ts';
import { eventPageHandlers } from './eventPage/feature.ts';
import { eventHandlers } from './events/feature.ts';
import { findHandlers } from './find/feature.ts';
import { guildHandlers } from './guilds/feature.ts';
import { guildWebhookHandlers } from './guildWebhooks/feature.ts';
import { healthHandlers } from './health/feature.ts';
import type { Handlers } from './http/context.ts';
import { imageHandlers } from './images/feature.ts';
import { keywordHandlers } from './keywords/feature.ts';
import { linkHandlers } from './links/feature.ts';
import { liveHandlers } from './live/feature.ts';
import { metricsHandlers } from './metrics/feature.ts';
import { operatorListHandlers } from './operatorLists/feature.ts';
import { operatorWebhookHandlers } from './operatorWebhooks/feature.ts';
import { overviewHandlers } from './overview/feature.ts';
import { productCardHandlers } from './productCards/feature.ts';
import { productHandlers } from './products/feature.ts';
import { retailerTokenHandlers } from './retailerToken/feature.ts';
import { serverSetupHandlers } from './serverSetup/feature.ts';
import { sessionHandlers } from './sessions/feature.ts';
import { shopHandlers } from './shops/feature.ts';
import { sourceCheckHandlers } from './sourceCheck/feature.ts';
import { shortenerHandlers } from './shortener/feature.ts';
import { signinHandlers } from './signin/feature.ts';
import { siteHandlers } from './site/feature.ts';
import { socialHandlers } from './social/feature.ts';
import { statusHandlers } from './status/feature.ts';
import { subscriptionHandlers } from './subscriptions/feature.ts';
import { explainHandlers } from './subscriptions/explain.ts';
import { tokenHandlers } from './tokens/feature.ts';
import { watchlistHandlers } from './watchlists/feature.ts';
import { webhookHandlers } from './webhookPage/feature.ts';
import { hotSkuHandlers } from './watchlists/hotCalls.ts';

/** The handler of every call of the contract. */
export const handlers: Handlers = {
	...signinHandlers,
	...sessionHandlers,
	...guildHandlers,
	...subscriptionHandlers,
	...explainHandlers,
	...linkHandlers,
	...serverSetupHandlers,
	...botHandlers,
	...botNoticeHandlers,
	...productCardHandlers,
	...channelHandlers,
	...guildWebhookHandlers,
	...broadcastHandlers,
	...operatorWebhookHandlers,
	...watchlistHandlers,
	...hotSkuHandlers,
	...keywordHandlers,
	...announcementHandlers,
	...deliveryHandlers,
	...deliveryGroupHandlers,
	...operatorListHandlers,
	...webhookHandlers,
	...overviewHandlers,
	...coverageHandlers,
	...findHandlers,
	...eventHandlers,
	...eventPageHandlers,
	...auditHandlers,
	...liveHandlers,
	...bulkHandlers,
	...imageHandlers,
	...productHandlers,
	...socialHandlers,
	...shopHandlers,
	...sourceCheckHandlers,
	...shortenerHandlers,
	...accessHandlers,
	...accessRequestHandlers,
	...tokenHandlers,
	...cliSigninHandlers,
	...retailerTokenHandlers,
	...healthHandlers,
	...documentHandlers,
	...metricsHandlers,
	...siteHandlers,
	...statusHandlers,
};
