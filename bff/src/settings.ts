import { generatedSecretKey, httpUrl, readSettings, SettingsError, wholeNumber } from '@dropwire/db';
import { engineSettings, REAL_DISCORD, xKeys } from '@dropwire/engine';
import { z } from 'zod';

/** Every setting of the server, with those of the rooms below it. `.env.example` is made from this. */
export const serverSettings = {
	NODE_ENV: z.enum(['development', 'production', 'test']).default('development').meta({
		description: '`production` refuses the sandbox, the generated secret, and SQLite unless DATABASE_URL names it',
	}),
	PORT: wholeNumber(0, 65_535).default(3000).meta({ description: 'Where the server listens' }),
	HOST: z.string().default('127.0.0.1').meta({ description: 'The address that it listens on' }),
	PUBLIC_URL: httpUrl().optional().meta({ description: 'Our own origin as browsers see it; http://localhost:PORT' }),
	DISCORD_CLIENT_ID: z.string().optional().meta({ description: 'The Discord application; without it, the sandbox' }),
	DISCORD_CLIENT_SECRET: z.string().optional().meta({ description: "The application's secret" }),
	ADMIN_DISCORD_IDS: z
		.string()
		.regex(/^\d{17,20}(\s*,\s*\d{17,20})*$/, 'must be Discord ids, separated by commas')
		.transform((text) => text.split(/\s*,\s*/))
		.default([])
		.meta({ description: 'Discord ids of people who are admins from the first start, separated by commas' }),
	ENGINE: z.enum(['inline', 'off']).default('inline').meta({
		description: '`inline`: the pipeline runs inside the server; `off`: it runs as its own process',
	}),
	SHORT_URL_1: httpUrl().optional().meta({ description: 'Domain of the first short address; PUBLIC_URL' }),
	SHORT_URL_2: httpUrl().optional().meta({ description: 'Domain of the second short address; PUBLIC_URL' }),
	INVITE_URL: httpUrl().optional().meta({ description: 'The community: the landing page leads there' }),
	SOCIAL_URLS: z
		.string()
		.transform((text) => text.split(/[\s,]+/).filter(Boolean))
		.pipe(z.array(httpUrl()))
		.default([])
		.meta({ description: "Our pages elsewhere, separated by commas: links in the landing page's footer" }),
	CONTACT_EMAIL: z
		.email()
		.optional()
		.meta({ description: 'Where people write to the operator: stands on the terms page' }),
	METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional().meta({
		description: 'Bearer token for /metrics; without it, callers of this machine alone see the figures',
	}),
	REDIS_URL: z
		.url({ protocol: /^rediss?$/, error: 'must be redis://… or rediss://…' })
		.optional()
		.meta({ description: 'Counts calls for the rate limits in Redis, for several servers together' }),
	TRUST_PROXY: wholeNumber(0, 10).default(0).meta({
		description: 'How many reverse proxies stand before the server; their X-Forwarded-For is believed',
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

/** Whether the sandbox stands in for Discord and the retailers. */
export function isSandboxMode(env: NodeJS.ProcessEnv = process.env): boolean {
	return !env['DISCORD_CLIENT_ID']?.trim();
}

/**
 * The server's settings, checked and completed.
 * @throws SettingsError in one line, also for what production refuses
 */
export function readServerSettings(env: NodeJS.ProcessEnv = process.env): ServerSettings {
	const raw = readSettings(serverSettings, env);
	const production = raw.NODE_ENV === 'production';
	if (production) {
		const refused = [
			isSandboxMode(env) && 'DISCORD_CLIENT_ID must be set (the sandbox is for development)',
			!raw.SECRET_KEY && 'SECRET_KEY must be set',
			!raw.DATABASE_URL && 'DATABASE_URL must be set (mysql://…, or sqlite:path if you mean it)',
		].filter(Boolean);
		if (refused.length > 0) throw new SettingsError(`Wrong setting for production. ${refused.join('; ')}`);
	}
	if (raw.DISCORD_CLIENT_ID && !raw.DISCORD_CLIENT_SECRET) {
		throw new SettingsError('Wrong setting. DISCORD_CLIENT_SECRET must be set with DISCORD_CLIENT_ID');
	}
	// Wrong together although each is right by itself: said now, not at the first post.
	xKeys(raw);
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
