import { generatedSecretKey } from '@dropwire/db';
import {
	httpUrl,
	jsonList,
	oneOf,
	originUrl,
	readSettings,
	SettingsError,
	wholeNumber,
} from '@dropwire/domain/settings';
import { alertWebhook, engineSettings, REAL_DISCORD, xKeys } from '@dropwire/engine';
import { withShopUrls } from '@dropwire/retailers';
import { z } from 'zod';
import { Fee, MAX_MARKETS, mergeFees } from '@dropwire/contract';

const feesSetting = jsonList<typeof Fee>(
	z
		.array(Fee)
		.max(MAX_MARKETS, `${MAX_MARKETS} markets at most`)
		.refine((fees) => new Set(fees.map(({ market }) => market)).size === fees.length, 'a market is named twice'),
	{
		what: 'fee',
		example:
			'[{"market": "STOCKX", "percent": 9, "fixed": 0, "payment": 3, "shipping": 400, "currency": "USD", "asOf": "2026-11-01", "source": "stockx.com/help"}]',
	},
)
	.transform(mergeFees)
	.prefault('[]');

/**
 * Every setting of the server, including the settings of the packages it uses. `.env.example` is generated from this.
 */
export const serverSettings = {
	NODE_ENV: oneOf(['development', 'production', 'test']).default('development').meta({
		description:
			'`production` refuses the sandbox, the generated secret, a missing PUBLIC_URL, and SQLite unless DATABASE_URL names it',
	}),
	PORT: wholeNumber(0, 65_535).default(3000).meta({ description: 'Where the server listens' }),
	HOST: z.string().default('127.0.0.1').meta({ description: 'The address that it listens on' }),
	DRAIN_MS: wholeNumber(0, 10_000).default(0).meta({
		description:
			'How long a stopping server answers 503 at /readyz before it accepts no more connections, ms: for load balancers that probe it',
	}),
	DISCORD_CLIENT_SECRET: z.string().optional().meta({ description: "The application's secret" }),
	ENGINE: oneOf(['inline', 'off']).default('inline').meta({
		description: '`inline`: the pipeline runs inside the server; `off`: it runs as its own process',
	}),
	SHORT_URL_2: originUrl().optional().meta({ description: 'Domain of the second short address; PUBLIC_URL' }),
	INVITE_URL: httpUrl().optional().meta({ description: 'The community: the landing page leads there' }),
	SOCIAL_URLS: z
		.string()
		.transform((text) => text.split(/[\s,]+/).filter(Boolean))
		.pipe(z.array(httpUrl()))
		.default([])
		.meta({ description: "Our pages elsewhere, separated by commas: links in the landing page's footer" }),
	BILLING_SECRETS: z
		.string()
		.transform((text) => text.split(/[\s,]+/).filter(Boolean))
		.pipe(
			z.array(
				z
					.string()
					.regex(
						/^(whsec_)?([A-Za-z0-9+/]{4}){8,}([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/,
						'must be a secret of Standard Webhooks: whsec_ and base64 of at least 24 bytes',
					),
			),
		)
		.optional()
		.meta({
			description:
				'Secrets with which a billing service signs its events (Standard Webhooks), separated by commas: several while one is replaced; without them, /billing/events is 404',
		}),
	DISCORD_PUBLIC_KEY: z
		.string()
		.regex(/^[0-9a-f]{64}$/i, "must be the application's public key: 64 hexadecimal digits")
		.optional()
		.meta({
			description:
				"The application's public key, with which Discord signs its webhook events; without it, /discord/events is 404",
		}),
	ENTITLEMENTS_EVERY_S: wholeNumber(10, 86_400).default(3600).meta({
		description:
			'How often the list of entitlements is read from Discord without an event, s; only if a plan has a discordSku',
	}),
	RESALE_FEES: feesSetting.meta({
		description:
			'What resale markets keep of a sale, as JSON; each replaces the default of its market. percent and payment are percents, fixed and shipping minor units',
	}),
	EBAY_CLIENT_ID: z.string().optional().meta({
		description:
			"The App ID of eBay's developer program: resale prices of eBay; without it, those of external monitors",
	}),
	EBAY_CLIENT_SECRET: z.string().optional().meta({ description: 'Its Cert ID' }),
	EBAY_API_URL: httpUrl().default('https://api.ebay.com').meta({ description: "The address of eBay's interface" }),
	EXCHANGE_RATES_URL: httpUrl().default('https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml').meta({
		description: "The European Central Bank's daily exchange rates, or a copy: the product query converts prices",
	}),
	RATE_LIMIT_FACTOR: z
		.string()
		.regex(/^\d{1,7}(\.\d{1,3})?$/, 'must be a number like 2 or 0.5')
		.transform(Number)
		.refine((factor) => factor > 0, 'must be more than 0')
		.default(1)
		.meta({ description: 'Multiplies every rate limit' }),
	TRUST_PROXY: wholeNumber(0, 10).default(0).meta({
		description:
			'Number of reverse proxies in front of the server, whose X-Forwarded-For is trusted; at least 1 with an https PUBLIC_URL, and 1 with docker compose',
	}),
	...engineSettings,
};

type Raw = z.output<z.ZodObject<typeof serverSettings>>;
export type ServerSettings = Omit<Raw, 'PUBLIC_URL' | 'DISCORD_URL' | 'SECRET_KEY' | 'SHORT_URL_1' | 'SHORT_URL_2'> & {
	PUBLIC_URL: string;
	SHORT_URL_1: string;
	SHORT_URL_2: string;
	DISCORD_URL: string;
	SECRET_KEY: string;
	production: boolean;
};

/** Whether the sandbox replaces Discord and the retailers. */
export function isSandboxMode(env: NodeJS.ProcessEnv = process.env): boolean {
	const { DISCORD_CLIENT_ID } = serverSettings;
	return readSettings({ DISCORD_CLIENT_ID }, env).DISCORD_CLIENT_ID === undefined;
}

/**
 * The server's settings, checked and with defaults.
 * @throws SettingsError in one line, also for settings that production rejects
 */
export function readServerSettings(env: NodeJS.ProcessEnv = process.env): ServerSettings {
	const raw = readSettings(serverSettings, withShopUrls(env));
	const production = raw.NODE_ENV === 'production';
	if (production) {
		const refused = [
			isSandboxMode(env) && 'DISCORD_CLIENT_ID must be set (the sandbox is for development)',
			!raw.SECRET_KEY && 'SECRET_KEY must be set',
			!raw.DATABASE_URL && 'DATABASE_URL must be set (mysql://…, or sqlite:path if you mean it)',
			!raw.PUBLIC_URL &&
				'PUBLIC_URL must be set (the origin at which people open Dropwire, such as https://drop.example)',
		].filter(Boolean);
		if (refused.length > 0) throw new SettingsError(`Invalid configuration for production: ${refused.join('; ')}`);
	}
	if (raw.DISCORD_CLIENT_ID && !raw.DISCORD_CLIENT_SECRET) {
		throw new SettingsError('Invalid configuration: DISCORD_CLIENT_SECRET must be set with DISCORD_CLIENT_ID');
	}
	if ((raw.EBAY_CLIENT_ID === undefined) !== (raw.EBAY_CLIENT_SECRET === undefined)) {
		const [given, missing] = raw.EBAY_CLIENT_ID ? ['ID', 'SECRET'] : ['SECRET', 'ID'];
		throw new SettingsError(`Invalid configuration: EBAY_CLIENT_${missing} must be set with EBAY_CLIENT_${given}`);
	}
	if (raw.PUBLIC_URL?.startsWith('https:') && raw.TRUST_PROXY === 0) {
		// The session cookie is Secure in that case, and Koa refuses to set it on a connection that looks like plain
		// HTTP: sign-in would fail.
		throw new SettingsError(
			`Invalid configuration: TRUST_PROXY is 0 but PUBLIC_URL is ${raw.PUBLIC_URL}: the server speaks plain HTTP, so a reverse proxy must add TLS. Set TRUST_PROXY to the number of proxies, usually 1`,
		);
	}
	// The values are valid one by one, but the combination may not be. This reports it at start, not at the first post.
	xKeys(raw);
	alertWebhook(raw);
	const publicUrl = raw.PUBLIC_URL ?? `http://localhost:${raw.PORT}`;
	return {
		...raw,
		production,
		PUBLIC_URL: publicUrl,
		SHORT_URL_1: raw.SHORT_URL_1 ?? publicUrl,
		SHORT_URL_2: raw.SHORT_URL_2 ?? publicUrl,
		DISCORD_URL: raw.DISCORD_URL ?? REAL_DISCORD,
		SECRET_KEY: raw.SECRET_KEY ?? generatedSecretKey(raw.DATA_DIR),
	};
}
