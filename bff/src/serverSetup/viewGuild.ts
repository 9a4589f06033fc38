import { guildsWithBot } from '../guilds/botGuilds.ts';
import type { Server } from '../http/context.ts';
import type { BotView } from '../discord/bot.ts';

/**
 * A server as the bot sees it; null without the bot's token. Discord is not asked about a server that the bot reports to be
 * without it, because the response counts towards Discord's ban.
 * @throws CallError 429 or 502
 */
export async function viewGuild({ db, discordBot }: Server, guildId: string): Promise<BotView | null> {
	if (!discordBot) return null;
	const here = await guildsWithBot(db.knex, [guildId]);
	return here?.has(guildId) === false ? { present: false, channels: [] } : discordBot.view(guildId);
}
