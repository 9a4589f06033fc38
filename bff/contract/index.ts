import { accessCalls } from './access.ts';
import { announcementCalls } from './announcements.ts';
import { broadcastCalls } from './broadcast.ts';
import { bulkCalls } from './bulk.ts';
import { deliveryCalls } from './deliveries.ts';
import { eventCalls } from './events.ts';
import { guildCalls } from './guilds.ts';
import { healthCalls } from './health.ts';
import { imageCalls } from './images.ts';
import { operatorWebhookCalls } from './operatorWebhooks.ts';
import { productCalls } from './products.ts';
import { shortenerCalls } from './shortener.ts';
import { signinCalls } from './signin.ts';
import { socialCalls } from './social.ts';
import { tokenCalls } from './tokens.ts';
import { watchlistCalls } from './watchlists.ts';

/** Every call there is. A call that is not here cannot be served, and one that is here cannot be left out. */
export const contract = {
	...signinCalls,
	...guildCalls,
	...broadcastCalls,
	...operatorWebhookCalls,
	...watchlistCalls,
	...announcementCalls,
	...deliveryCalls,
	...eventCalls,
	...bulkCalls,
	...imageCalls,
	...productCalls,
	...socialCalls,
	...shortenerCalls,
	...accessCalls,
	...tokenCalls,
	...healthCalls,
};
export type Contract = typeof contract;
export type CallName = keyof Contract;

export type { ManagedUser } from './access.ts';
export type { BulkResult, SkuRow, WebhookRow } from './bulk.ts';
export { ApiError, createClient, type Client } from './client.ts';
export type { Delivery } from './deliveries.ts';
export {
	type CallInput,
	type CallOutput,
	type Endpoint,
	type HandlerInput,
	type HandlerOutput,
	RATE_LIMITS,
	type SuccessStatus,
	type Who,
} from './endpoint.ts';
export { type ErrorBody, type ErrorCode, ERROR_STATUS } from './errors.ts';
export type { ProductEventRow } from './events.ts';
export type { Health } from './fields.ts';
export type { GuildWebhook } from './guilds.ts';
export { type OperatorWebhook, webhookGroups } from './operatorWebhooks.ts';
export type { ProductEntry } from './products.ts';
export type { CurrentUser } from './signin.ts';
export type { KeywordGroup } from './social.ts';
export * from '@dropwire/db/topics';
