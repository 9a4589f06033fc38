import { databaseSettings } from '@dropwire/db';
import { HISTORY_LIMITS, parseWebhookUrl, WATCH_LIMITS, type WebhookAddress } from '@dropwire/domain';
import {
	httpUrl,
	jsonList,
	logSettings,
	oneOf,
	originUrl,
	SettingsError,
	wholeNumber,
} from '@dropwire/domain/settings';
import { MAX_PLANS, type Plan, Plans } from '@dropwire/domain/plans';
import { z } from 'zod';
import { openSources, retailSettings } from '@dropwire/retailers';
import { DEFAULT_REQUESTS_PER_SECOND } from './discord/budget.ts';
import { type EngineOptions, type PersonalOptions, SEARCH_INTERVAL_MS } from './engine.ts';
import { egressOf } from './process/egress.ts';
import { openTraces } from './process/traces.ts';
import { WATCH_POLLS } from './sources/countWatches.ts';
import type { XKeys } from './social/poster.ts';
import { POLLING } from './watch/watcher.ts';

/** The pipeline's settings, including the database's. */
export const engineSettings = {
	...databaseSettings,
	PUBLIC_URL: originUrl()
		.optional()
		.meta({ description: 'The origin of this server in browsers; http://localhost:PORT' }),
	SHORT_URL_1: originUrl().optional().meta({ description: 'Domain of the first short address; PUBLIC_URL' }),
	COUNT_CLICKS: oneOf(['on', 'off']).default('on').meta({
		description:
			'Whether messages have a Buy link at SHORT_URL_1 that counts clicks; titles and sizes always link to the shop itself',
	}),
	DISCORD_URL: httpUrl().optional().meta({
		description: 'Where Discord is: the sandbox, or https://discord.com once DISCORD_CLIENT_ID is set',
	}),
	DISCORD_CLIENT_ID: z.string().optional().meta({ description: 'The Discord application; without it, the sandbox' }),
	DISCORD_BOT_TOKEN: z.string().optional().meta({
		description:
			"The bot's Discord token; required by `npm run bot`, by the server to list a server's channels and create webhooks in them, and by the engine to send people the notices of their watches and to keep servers' scheduled events",
	}),
	ADMIN_DISCORD_IDS: z
		.string()
		.regex(/^\d{17,20}(\s*,\s*\d{17,20})*$/, 'must be Discord ids, separated by commas')
		.transform((text) => text.split(/\s*,\s*/))
		.default([])
		.meta({ description: 'Discord ids of people who are admins from the first start, separated by commas' }),
	WATCHES_PER_MEMBER: wholeNumber(0, WATCH_LIMITS.perPremium)
		.default(5)
		.meta({
			description: `How many products a member who is not on the access list can watch; clients can watch ${WATCH_LIMITS.perClient}, premium clients and admins ${WATCH_LIMITS.perPremium}`,
		}),
	PLANS: jsonList<typeof Plan>(Plans, {
		what: 'plan',
		example: '[{"name": "Starter", "price": "$30 a month", "features": ["1 server", "All regions"]}]',
	})
		.default([])
		.meta({
			description: `Plans for sale, shown on the landing page, as JSON: [{"id", "name", "price", "features": [], "rights": ["client", "premium"], "discordSku"}], ${MAX_PLANS} at most. A plan without rights is only shown; discordSku sells it in Discord's store`,
		}),
	WATCH_NOTICE_MAX_AGE_MINUTES: wholeNumber(1, 1440).default(30).meta({
		description:
			'How long a notice of a watch can wait before it expires, in minutes; the next notice says how many did',
	}),
	NEW_DMS_PER_10_MINUTES: wholeNumber(1, 1000).default(8).meta({
		description:
			'How many direct messages the application opens with new people in ten minutes. Discord quarantines applications that open many',
	}),
	WATCH_BUTTON: oneOf(['on', 'off']).default('on').meta({
		description:
			'Whether messages about one product have a button with which readers watch it, in channels whose webhook the application created; it needs DISCORD_CLIENT_ID and the bot',
	}),
	DISCORD_REQUESTS_PER_SECOND: wholeNumber(1, 1_000_000).default(DEFAULT_REQUESTS_PER_SECOND).meta({
		description: "Messages a second over all webhooks; Discord's limit for one address is 50",
	}),
	EGRESS_NAME: z.string().max(255, 'must have 255 characters at most').optional().meta({
		description:
			"Name of the address that Discord sees; processes with the same name share DISCORD_REQUESTS_PER_SECOND and Discord's other limits. The host name by default",
	}),
	EGRESS_ADDRESS: z.union([z.ipv4(), z.ipv6()], { error: 'must be an IP address' }).optional().meta({
		description: 'Local IP address to send messages from, for several engines on a machine with several addresses',
	}),
	REDIS_URL: z
		.url({ protocol: /^rediss?$/, error: 'must be redis://… or rediss://…' })
		.optional()
		.meta({
			description:
				'Redis for several servers and engines: counts calls for the rate limits, and wakes the engines of other processes',
		}),
	WEBHOOK_CHECKS_PER_SECOND: wholeNumber(0, 50).default(5).meta({
		description: 'Saved webhooks that Discord is asked about a second, each once; 0 asks about none',
	}),
	...retailSettings,
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
	POLLING: oneOf(POLLING).default('learned').meta({
		description:
			'How the requests to a shop are divided: `learned` asks for a product more often when it usually changes, at the same number of requests; `uniform` asks for all equally often',
	}),
	WATCH_POLLS: oneOf(WATCH_POLLS).default('lists').meta({
		description:
			"How members' watches bear on what shops are asked for: `off` not at all; `lists` asks more often for products of watch lists that more people watch; `any` also asks for products that only members watch, with at most every fifth call while others wait",
	}),
	SEARCH_INTERVAL_MS: wholeNumber(1000, 86_400_000).default(SEARCH_INTERVAL_MS).meta({
		description: "How often shops' lists are searched for the keywords of a keyword watch",
	}),
	RETENTION_DAYS: wholeNumber(1, 3650).default(30).meta({
		description: 'For how many days events and the delivery log are kept',
	}),
	AUDIT_DAYS: wholeNumber(1, 3650).default(365).meta({
		description: 'For how many days the audit log is kept',
	}),
	HISTORY_DETAIL_DAYS: wholeNumber(HISTORY_LIMITS.minDetailDays, 3650).default(400).meta({
		description:
			'For how many days every change of a product is kept; then the changes of a day become one. History is never deleted',
	}),
	ALERT_WEBHOOK_URL: z.string().optional().meta({
		description: 'A Discord webhook that alerts operators to problems; none if empty',
	}),
	METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional().meta({
		description: 'Bearer token for /metrics; without it, only callers on this machine can read the metrics',
	}),
	OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl().optional().meta({
		description:
			'A collector of OpenTelemetry: engines export a trace of each attempt to send a message, servers one of each call that queues one; none if empty',
	}),
	METRICS_PORT: wholeNumber(1, 65_535).optional().meta({
		description: '`npm run engine`: where it serves /metrics and /healthz; nowhere if empty',
	}),
	METRICS_HOST: z.string().default('127.0.0.1').meta({
		description: '`npm run engine`: the address on which it serves them',
	}),
	...logSettings,
};
export type EngineSettings = z.output<z.ZodObject<typeof engineSettings>>;

export const REAL_DISCORD = 'https://discord.com';

/**
 * The webhook that alerts go to; null if none is set.
 * @throws SettingsError when it is no Discord webhook URL
 */
export function alertWebhook(settings: EngineSettings): WebhookAddress | null {
	const { ALERT_WEBHOOK_URL: url, DISCORD_URL } = settings;
	if (!url) return null;
	const webhook = parseWebhookUrl(url, DISCORD_URL ?? REAL_DISCORD);
	if (!webhook) throw new SettingsError('Invalid configuration: ALERT_WEBHOOK_URL must be a Discord webhook URL');
	return webhook;
}

/**
 * The origin of the short URLs in messages; null if clicks are not counted. An engine on its own needs SHORT_URL_1 or
 * PUBLIC_URL for them.
 */
export function clickUrl({
	COUNT_CLICKS,
	SHORT_URL_1,
	PUBLIC_URL,
}: Pick<EngineSettings, 'COUNT_CLICKS' | 'SHORT_URL_1' | 'PUBLIC_URL'>): string | null {
	return COUNT_CLICKS === 'on' ? (SHORT_URL_1 ?? PUBLIC_URL ?? null) : null;
}

/** An engine's options, except the database and the log. @throws SettingsError for settings that do not fit together */
export async function engineOptions(settings: EngineSettings): Promise<Omit<EngineOptions, 'db' | 'log'>> {
	return {
		dataDir: settings.DATA_DIR,
		discordUrl: settings.DISCORD_URL ?? REAL_DISCORD,
		discordRequestsPerSecond: settings.DISCORD_REQUESTS_PER_SECOND,
		egress: await egressOf(settings),
		redisUrl: settings.REDIS_URL ?? null,
		webhookChecksPerSecond: settings.WEBHOOK_CHECKS_PER_SECOND,
		sources: openSources(settings),
		pollIntervalMs: settings.POLL_INTERVAL_MS,
		polling: settings.POLLING,
		watchPolls: settings.WATCH_POLLS,
		searchIntervalMs: settings.SEARCH_INTERVAL_MS,
		retentionDays: settings.RETENTION_DAYS,
		auditDays: settings.AUDIT_DAYS,
		historyDetailDays: settings.HISTORY_DETAIL_DAYS,
		x: xKeys(settings),
		alertWebhook: alertWebhook(settings),
		clickUrl: clickUrl(settings),
		personal: personalOptions(settings),
		buttonApplication: buttonApplication(settings),
		publicUrl: settings.PUBLIC_URL ?? null,
		traces: settings.OTEL_EXPORTER_OTLP_ENDPOINT
			? await openTraces('dropwire-engine', settings.OTEL_EXPORTER_OTLP_ENDPOINT)
			: null,
	};
}

/** The application whose webhooks get buttons; null without a bot that answers them. */
export function buttonApplication({
	WATCH_BUTTON,
	DISCORD_CLIENT_ID,
	DISCORD_BOT_TOKEN,
}: Pick<EngineSettings, 'WATCH_BUTTON' | 'DISCORD_CLIENT_ID' | 'DISCORD_BOT_TOKEN'>): string | null {
	return WATCH_BUTTON === 'on' && DISCORD_BOT_TOKEN ? (DISCORD_CLIENT_ID ?? null) : null;
}

/** How notices of watches are sent. */
export function personalOptions(
	settings: Pick<
		EngineSettings,
		| 'DISCORD_BOT_TOKEN'
		| 'WATCH_NOTICE_MAX_AGE_MINUTES'
		| 'NEW_DMS_PER_10_MINUTES'
		| 'WATCHES_PER_MEMBER'
		| 'ADMIN_DISCORD_IDS'
		| 'PLANS'
	>,
): PersonalOptions {
	return {
		botToken: settings.DISCORD_BOT_TOKEN ?? null,
		maxAgeMs: settings.WATCH_NOTICE_MAX_AGE_MINUTES * 60_000,
		newDirectPer10Minutes: settings.NEW_DMS_PER_10_MINUTES,
		watchesPerMember: settings.WATCHES_PER_MEMBER,
		admins: settings.ADMIN_DISCORD_IDS,
		plans: settings.PLANS,
	};
}

/** X's keys if all four are set, null if none is. @throws SettingsError when only some are set */
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
	throw new SettingsError(
		'Invalid configuration: X_APP_KEY, X_APP_SECRET, X_ACCESS_TOKEN and X_ACCESS_SECRET belong together',
	);
}
