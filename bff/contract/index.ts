import { accessCalls } from './access.ts';
import { announcementCalls } from './announcements.ts';
import { botCalls } from './bot.ts';
import { broadcastCalls } from './broadcast.ts';
import { bulkCalls } from './bulk.ts';
import { cliSigninCalls } from './cliSignin.ts';
import { consoleCalls } from './console.ts';
import { deliveryCalls } from './deliveries.ts';
import { eventCalls } from './events.ts';
import { guildCalls } from './guilds.ts';
import { healthCalls } from './health.ts';
import { imageCalls } from './images.ts';
import { linkCalls } from './links.ts';
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
	...linkCalls,
	...botCalls,
	...broadcastCalls,
	...operatorWebhookCalls,
	...watchlistCalls,
	...announcementCalls,
	...deliveryCalls,
	...consoleCalls,
	...eventCalls,
	...bulkCalls,
	...imageCalls,
	...productCalls,
	...socialCalls,
	...shortenerCalls,
	...accessCalls,
	...tokenCalls,
	...cliSigninCalls,
	...healthCalls,
};
export type Contract = typeof contract;
export type CallName = keyof Contract;

export type { ManagedUser } from './access.ts';
export type { BulkResult, SkuRow, WebhookRow } from './bulk.ts';
export type { ProductCard, ProductInRegion } from './bot.ts';
export { pairingCode } from './cliSignin.ts';
export {
	ACTING_USER,
	ApiError,
	type CallRoute,
	createClient,
	createClientOf,
	type Client,
	type ClientOptions,
	routesOf,
} from './client.ts';
export type { OperatorRow, Overview } from './console.ts';
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
export type { Pulse } from './health.ts';
export type { Link } from './links.ts';
export { type OperatorWebhook, webhookGroups } from './operatorWebhooks.ts';
export type { ProductEntry } from './products.ts';
export type { CurrentUser } from './signin.ts';
export type { KeywordGroup } from './social.ts';
export * from '@dropwire/db/topics';
