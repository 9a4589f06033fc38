import { databaseSettings, httpUrl, SettingsError, wholeNumber } from '@dropwire/db';
import { z } from 'zod';
import type { XKeys } from './social/poster.ts';
import { IMAGE_HOSTS, type ImageHost } from './images/sources.ts';
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
	...(Object.fromEntries(
		(Object.keys(IMAGE_HOSTS) as ImageHost[]).map((name) => [
			name,
			httpUrl().default(IMAGE_HOSTS[name]).meta({ description: 'A source of product pictures' }),
		]),
	) as Record<ImageHost, z.ZodDefault<ReturnType<typeof httpUrl>>>),
	ADIDAS_API_URL: httpUrl().default('https://www.adidas.com').meta({ description: "adidas' product data" }),
	X_API_URL: httpUrl().default('https://api.x.com').meta({ description: 'Where posts go' }),
	X_APP_KEY: z
		.string()
		.optional()
		.meta({ description: "X: the app's key; without all four, posts are composed and kept" }),
	X_APP_SECRET: z.string().optional().meta({ description: "X: the app's secret" }),
	X_ACCESS_TOKEN: z.string().optional().meta({ description: "X: the account's access token" }),
	X_ACCESS_SECRET: z.string().optional().meta({ description: "X: the account's access secret" }),
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

/** X's keys when all four are set. @throws SettingsError when only some are */
export function xKeys(settings: EngineSettings): XKeys | null {
	const {
		X_APP_KEY: appKey,
		X_APP_SECRET: appSecret,
		X_ACCESS_TOKEN: accessToken,
		X_ACCESS_SECRET: accessSecret,
	} = settings;
	if (appKey && appSecret && accessToken && accessSecret) {
		return { apiUrl: settings.X_API_URL, appKey, appSecret, accessToken, accessSecret };
	}
	if (!appKey && !appSecret && !accessToken && !accessSecret) return null;
	throw new SettingsError('Wrong setting. X_APP_KEY, X_APP_SECRET, X_ACCESS_TOKEN and X_ACCESS_SECRET belong together');
}
