/** The link that adds the bot to one server. @param inviteUrl the link without a server; null without a bot */
export function inviteTo(inviteUrl: string | null, guildId: string): string | null {
	return inviteUrl && `${inviteUrl}&guild_id=${guildId}&disable_guild_select=true`;
}
