import { generatedSecretKey, httpUrl, readSettings, SettingsError, wholeNumber } from '@dropwire/db';
import { engineSettings, REAL_DISCORD } from '@dropwire/engine';
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
	DISCORD_BOT_TOKEN: z.string().optional().meta({ description: "The bot's token" }),
	ADMIN_DISCORD_IDS: z
		.string()
		.regex(/^\d{17,20}(\s*,\s*\d{17,20})*$/, 'must be Discord ids, separated by commas')
		.transform((text) => text.split(/\s*,\s*/))
		.default([])
		.meta({ description: 'Discord ids of people who are admins from the first start, separated by commas' }),
	ENGINE: z.enum(['inline', 'off']).default('inline').meta({
		description: '`inline`: the pipeline runs inside the server; `off`: it runs as its own process',
	}),
	...engineSettings,
};

type Raw = z.output<z.ZodObject<typeof serverSettings>>;
export type ServerSettings = Omit<Raw, 'PUBLIC_URL' | 'DISCORD_URL' | 'SECRET_KEY'> & {
	PUBLIC_URL: string;
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
	return {
		...raw,
		production,
		PUBLIC_URL: raw.PUBLIC_URL ?? `http://localhost:${raw.PORT}`,
		DISCORD_URL: raw.DISCORD_URL ?? REAL_DISCORD,
		SECRET_KEY: raw.SECRET_KEY ?? generatedSecretKey(raw.DATA_DIR),
	};
}
