import { botInviteUrl } from '@dropwire/contract';
import { REST, Routes, type RESTGetCurrentApplicationResult } from 'discord.js';
import type { BotSettings } from './settings.ts';

/**
 * The link with which server managers invite the bot, with exactly the permissions that it uses.
 * @throws Error if Discord rejects the bot's token
 */
export async function inviteLink({ DISCORD_URL, DISCORD_BOT_TOKEN }: BotSettings): Promise<string> {
	const rest = new REST({ api: `${DISCORD_URL}/api` }).setToken(DISCORD_BOT_TOKEN);
	const { id } = (await rest.get(Routes.currentApplication())) as RESTGetCurrentApplicationResult;
	return botInviteUrl(DISCORD_URL, id);
}
