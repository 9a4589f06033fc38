import { OAuth2Scopes, REST, Routes, type RESTGetCurrentApplicationResult } from 'discord.js';
import { NEEDED_BITS } from './discord/permissions.ts';
import type { BotSettings } from './settings.ts';

/**
 * The link by which somebody who manages a server invites the bot, with exactly the permissions that it needs.
 * @throws Error when Discord does not know the token
 */
export async function inviteLink({ DISCORD_URL, DISCORD_BOT_TOKEN }: BotSettings): Promise<string> {
	const rest = new REST({ api: `${DISCORD_URL}/api` }).setToken(DISCORD_BOT_TOKEN);
	const { id } = (await rest.get(Routes.currentApplication())) as RESTGetCurrentApplicationResult;
	const query = new URLSearchParams({
		client_id: id,
		scope: `${OAuth2Scopes.Bot} ${OAuth2Scopes.ApplicationsCommands}`,
		permissions: String(NEEDED_BITS),
	});
	return `${DISCORD_URL}/oauth2/authorize?${query}`;
}
