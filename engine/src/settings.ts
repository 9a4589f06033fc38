import { databaseSettings, httpUrl, wholeNumber } from '@dropwire/db';
import { z } from 'zod';
import { DEFAULT_REQUESTS_PER_SECOND } from './delivery/discord/budget.ts';

/** Settings of the pipeline, with those of the database below it. */
export const engineSettings = {
	...databaseSettings,
	DISCORD_URL: httpUrl().optional().meta({
		description: 'Where Discord is: the sandbox, or https://discord.com once DISCORD_CLIENT_ID is set',
	}),
	DISCORD_REQUESTS_PER_SECOND: wholeNumber(1, 1_000_000).default(DEFAULT_REQUESTS_PER_SECOND).meta({
		description: "Messages a second over all webhooks; Discord's limit for one address is 50",
	}),
	NIKE_API_URL: httpUrl().default('https://api.nike.com').meta({ description: "Nike's product feed" }),
	NIKE_CALLS_PER_MINUTE: wholeNumber(1, 1_000_000).default(300).meta({
		description: 'Calls a minute to Nike, over all regions; more than 300 counts as a bot there',
	}),
	POLL_INTERVAL_MS: wholeNumber(100, 86_400_000).default(30_000).meta({
		description: 'How often a watched SKU is asked for',
	}),
	RETENTION_DAYS: wholeNumber(1, 3650).default(30).meta({
		description: 'For how many days events and the delivery log are kept',
	}),
	LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info').meta({
		description: 'How much is logged: fatal, error, warn, info, debug, trace or silent',
	}),
};
export type EngineSettings = z.output<z.ZodObject<typeof engineSettings>>;

export const REAL_DISCORD = 'https://discord.com';
