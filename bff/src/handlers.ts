import { channelHandlers } from './channels/calls.ts';
import { deliveryHandlers } from './deliveries/calls.ts';
import { guildHandlers } from './guilds/calls.ts';
import { healthHandlers } from './health/calls.ts';
import type { Handlers } from './http/call.ts';
import { signinHandlers } from './signin/calls.ts';
import { watchlistHandlers } from './watchlists/calls.ts';
import { guildWebhookHandlers } from './webhooks/guildCalls.ts';
import { nikeWebhookHandlers } from './webhooks/nikeCalls.ts';

/** A handler for every call of the contract; the type refuses one too few and one too many. */
export const handlers: Handlers = {
	...signinHandlers,
	...guildHandlers,
	...channelHandlers,
	...guildWebhookHandlers,
	...nikeWebhookHandlers,
	...watchlistHandlers,
	...deliveryHandlers,
	...healthHandlers,
};
