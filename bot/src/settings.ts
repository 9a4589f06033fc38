import { httpUrl, logSettings, wholeNumber } from '@dropwire/domain/settings';
import { z } from 'zod';

/** The bot's settings. Its process connects only to Discord and the BFF. */
export const botSettings = {
	DISCORD_BOT_TOKEN: z.string().meta({ description: "The bot's Discord token; required by `npm run bot`" }),
	DISCORD_URL: httpUrl().default('https://discord.com').meta({ description: 'Base URL of Discord' }),
	BOT_SHARDS: z
		.string()
		.regex(/^(auto|[1-9]\d{0,3})$/, 'must be a number of shards, or auto')
		.default('auto')
		.transform((value) => (value === 'auto' ? value : Number(value)))
		.meta({
			description:
				'Number of bot processes among which the guilds are split, or `auto` for the number that Discord recommends',
		}),
	BFF_URL: httpUrl().default('http://localhost:3000').meta({ description: 'URL of the BFF, for the bot' }),
	BFF_TOKEN: z.string().meta({
		description: 'API token with the scope `bot`, created by an operator; required by `npm run bot`',
	}),
	BOT_HEALTH_PORT: wholeNumber(1, 65_535).optional().meta({
		description:
			'Where the bot serves /healthz to this machine: 200 while all its shards are connected, 503 otherwise; nowhere if empty',
	}),
	...logSettings,
};
export type BotSettings = Readonly<z.output<z.ZodObject<typeof botSettings>>>;
