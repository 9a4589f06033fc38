import { deliveryCalls } from './deliveries.ts';
import { guildCalls } from './guilds.ts';
import { healthCalls } from './health.ts';
import { nikeWebhookCalls } from './nikeWebhooks.ts';
import { signinCalls } from './signin.ts';
import { watchlistCalls } from './watchlists.ts';

/** Every call there is. A call that is not here cannot be served, and one that is here cannot be left out. */
export const contract = {
	...signinCalls,
	...guildCalls,
	...nikeWebhookCalls,
	...watchlistCalls,
	...deliveryCalls,
	...healthCalls,
};
export type Contract = typeof contract;
export type CallName = keyof Contract;

export { ApiError, createClient, type Client } from './client.ts';
export type { Delivery } from './deliveries.ts';
export type { CallInput, CallOutput, Endpoint, HandlerInput, HandlerOutput, SuccessStatus, Who } from './endpoint.ts';
export { type ErrorBody, type ErrorCode, ERROR_STATUS } from './errors.ts';
export type { Health } from './fields.ts';
export type { GuildWebhook } from './guilds.ts';
export type { OperatorWebhook } from './nikeWebhooks.ts';
export type { CurrentUser } from './signin.ts';
export * from '@dropwire/db/topics';
