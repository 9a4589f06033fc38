import { existsSync } from 'node:fs';
import { z } from 'zod';

const address = () =>
	z
		.url({ protocol: /^https?$/, error: 'must be an http or https address' })
		.transform((value) => value.replace(/\/+$/, ''));

/** Every setting of the bot. Its process speaks to Discord and to our server, and to nothing else. */
export const botSettings = {
	DISCORD_BOT_TOKEN: z.string().meta({ description: "The bot's token at Discord; needed by `npm run bot`" }),
	DISCORD_URL: address().default('https://discord.com').meta({ description: 'Where Discord is' }),
	BOT_SHARDS: z
		.string()
		.regex(/^(auto|[1-9]\d{0,3})$/, 'must be a number of shards, or auto')
		.transform((value) => (value === 'auto' ? value : Number(value)))
		.optional()
		.meta({
			description: 'Processes that share the guilds among them, or `auto` for what Discord recommends; one when unset',
		}),
	BFF_URL: address().default('http://localhost:3000').meta({ description: 'Where the bot finds our server' }),
	BFF_TOKEN: z.string().meta({
		description: 'API token of scope `bot`, which an operator makes; needed by `npm run bot`',
	}),
	LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info').meta({
		description: 'How much is logged: fatal, error, warn, info, debug, trace or silent',
	}),
};
export type BotSettings = Readonly<z.output<z.ZodObject<typeof botSettings>>>;

/**
 * The bot's settings, from the environment and `.env` beside it, which never overrides what is set.
 * @throws Error naming every wrong setting, in one line
 */
export function readBotSettings(env: NodeJS.ProcessEnv = process.env): BotSettings {
	const given = Object.fromEntries(
		Object.keys(botSettings).flatMap((name) => {
			const value = env[name]?.trim();
			return value ? [[name, value]] : [];
		}),
	);
	const result = z.object(botSettings).safeParse(given);
	if (result.success) return Object.freeze(result.data);
	const wrong = result.error.issues.map(({ path, message, code, input }) => {
		const missing = code === 'invalid_type' && input === undefined;
		return `${path.join('.')}: ${missing ? 'must be set' : message}`;
	});
	throw new Error(`Wrong setting. ${wrong.join('; ')}`);
}

/** Loads `.env` of the current folder, where there is one. */
export function loadEnvFile(): void {
	if (existsSync('.env')) process.loadEnvFile('.env');
}
