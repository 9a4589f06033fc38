import { accessHandlers } from './access/calls.ts';
import { announcementHandlers } from './announcements/calls.ts';
import { bulkHandlers } from './bulk/calls.ts';
import { channelHandlers } from './channels/calls.ts';
import { findHandlers } from './console/findCalls.ts';
import { operatorListHandlers } from './console/operatorLists.ts';
import { overviewHandlers } from './console/overview.ts';
import { deliveryHandlers } from './deliveries/calls.ts';
import { eventHandlers } from './events/calls.ts';
import { guildHandlers } from './guilds/calls.ts';
import { healthHandlers } from './health/calls.ts';
import type { Handlers } from './http/call.ts';
import { imageHandlers } from './images/calls.ts';
import { linkHandlers } from './links/calls.ts';
import { productHandlers } from './products/calls.ts';
import { shortenerHandlers } from './shortener/calls.ts';
import { signinHandlers } from './signin/calls.ts';
import { socialHandlers } from './social/calls.ts';
import { tokenHandlers } from './tokens/calls.ts';
import { cliSigninHandlers } from './tokens/cliCalls.ts';
import { retailerTokenHandlers } from './tokens/retailerCalls.ts';
import { watchlistHandlers } from './watchlists/calls.ts';
import { hotSkuHandlers } from './watchlists/hotCalls.ts';
import { botGuildHandlers } from './bot/guildCalls.ts';
import { botProductHandlers } from './bot/productCalls.ts';
import { broadcastHandlers } from './webhooks/broadcastCalls.ts';
import { guildWebhookHandlers } from './webhooks/guildCalls.ts';
import { operatorWebhookHandlers } from './webhooks/operatorCalls.ts';

/** A handler for every call of the contract; the type refuses one too few and one too many. */
export const handlers: Handlers = {
	...signinHandlers,
	...guildHandlers,
	...linkHandlers,
	...botGuildHandlers,
	...botProductHandlers,
	...channelHandlers,
	...guildWebhookHandlers,
	...broadcastHandlers,
	...operatorWebhookHandlers,
	...watchlistHandlers,
	...hotSkuHandlers,
	...announcementHandlers,
	...deliveryHandlers,
	...operatorListHandlers,
	...overviewHandlers,
	...findHandlers,
	...eventHandlers,
	...bulkHandlers,
	...imageHandlers,
	...productHandlers,
	...socialHandlers,
	...shortenerHandlers,
	...accessHandlers,
	...tokenHandlers,
	...cliSigninHandlers,
	...retailerTokenHandlers,
	...healthHandlers,
};
