import { accessHandlers } from './access/handlers.ts';
import { accessRequestHandlers } from './accessRequests/handlers.ts';
import { announcementHandlers } from './announcements/handlers.ts';
import { auditHandlers } from './audit/handlers.ts';
import { botHandlers } from './bot/handlers.ts';
import { botNoticeHandlers } from './botNotices/handlers.ts';
import { broadcastHandlers } from './broadcast/handlers.ts';
import { bulkHandlers } from './bulk/handlers.ts';
import { channelHandlers } from './channels/handlers.ts';
import { cliSigninHandlers } from './cliSignin/handlers.ts';
import { coverageHandlers } from './coverage/handlers.ts';
import { deliveryGroupHandlers } from './deliveries/groupCalls.ts';
import { deliveryHandlers } from './deliveries/handlers.ts';
import { documentHandlers } from './documents/handlers.ts';
import { eventPageHandlers } from './events/eventPage.ts';
import { eventHandlers } from './events/handlers.ts';
import { findHandlers } from './find/handlers.ts';
import { guildHandlers } from './guilds/handlers.ts';
import { guildWebhookHandlers } from './guildWebhooks/handlers.ts';
import { healthHandlers } from './health/handlers.ts';
import type { Handlers } from './http/context.ts';
import { imageHandlers } from './images/handlers.ts';
import { keywordHandlers } from './keywords/handlers.ts';
import { linkHandlers } from './links/handlers.ts';
import { liveHandlers } from './live/handlers.ts';
import { metricsHandlers } from './metrics/handlers.ts';
import { operatorListHandlers } from './operatorLists/handlers.ts';
import { operatorWebhookHandlers } from './operatorWebhooks/handlers.ts';
import { overviewHandlers } from './overview/handlers.ts';
import { productCardHandlers } from './productCards/handlers.ts';
import { productHandlers } from './products/handlers.ts';
import { retailerTokenHandlers } from './retailerToken/handlers.ts';
import { serverSetupHandlers } from './serverSetup/handlers.ts';
import { sessionHandlers } from './sessions/handlers.ts';
import { shopHandlers } from './shops/handlers.ts';
import { sourceCheckHandlers } from './sourceCheck/handlers.ts';
import { shortenerHandlers } from './shortener/handlers.ts';
import { signinHandlers } from './signin/handlers.ts';
import { siteHandlers } from './site/handlers.ts';
import { socialHandlers } from './social/handlers.ts';
import { statusHandlers } from './status/handlers.ts';
import { subscriptionHandlers } from './subscriptions/handlers.ts';
import { explainHandlers } from './subscriptions/explain.ts';
import { tokenHandlers } from './tokens/handlers.ts';
import { watchlistHandlers } from './watchlists/handlers.ts';
import { webhookHandlers } from './webhooks/handlers.ts';
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
