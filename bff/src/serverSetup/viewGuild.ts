import type { Database } from '@dropwire/db';
import type { BotView, DiscordBot } from '../discord/bot.ts';
import { guildsWithBot } from '../guilds/botGuilds.ts';

/**
 * A server as the bot sees it; null without the bot's token. Discord is not asked about a server that the bot reports to be
 * without it, because the response counts towards Discord's ban.
 * @throws CallError 429 or 502
 */
export async function viewGuild(db: Database, bot: DiscordBot | null, guildId: string): Promise<BotView | null> {
	if (!bot) return null;
	const here = await guildsWithBot(db.knex, [guildId]);
	return here?.has(guildId) === false ? { present: false, channels: [] } : bot.view(guildId);
}
