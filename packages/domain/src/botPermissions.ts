/** The permissions that the bot needs in a channel, by Discord's name (Discord's documentation, "Permissions"). */
export const BOT_PERMISSIONS = { 'View Channel': 1n << 10n, 'Manage Webhooks': 1n << 29n } as const;
export type BotPermission = keyof typeof BOT_PERMISSIONS;
export const BOT_PERMISSION_NAMES = Object.keys(BOT_PERMISSIONS) as [BotPermission, ...BotPermission[]];

/** What the bot needs in the channel in which members get private threads. */
export const THREAD_PERMISSIONS = {
	'View Channel': 1n << 10n,
	'Create Private Threads': 1n << 36n,
	'Send Messages in Threads': 1n << 38n,
} as const;

/**
 * What the bot needs in a server to make scheduled events, and to change and delete its own (Discord's documentation,
 * "Permissions": CREATE_EVENTS).
 */
export const EVENT_PERMISSIONS = { 'Create Events': 1n << 44n } as const;
export const EVENT_PERMISSIONS_ADVICE =
	'The bot needs Create Events: in Discord open the server settings, then Roles, Dropwire, Permissions, allow it, and switch the events on again.';

/** Send Messages and Embed Links: for notices to a server's managers. Where the bot lacks them, it tries other channels. */
const NOTICE_PERMISSIONS = (1n << 11n) | (1n << 14n);

/** The name of the bot's webhooks. */
export const BOT_WEBHOOK_NAME = 'Dropwire';
/** Discord's limit of webhooks in one channel. */
export const MAX_CHANNEL_WEBHOOKS = 15;
/** The name of a forum's posts if a link names none. */
export const FORUM_POST_NAME = '{title}';

/**
 * The link with which server managers add the bot, with exactly the permissions that it uses.
 * @param guildId selects the server at Discord
 */
export function botInviteUrl(discordUrl: string, applicationId: string, guildId?: string): string {
	const needed = Object.values({ ...BOT_PERMISSIONS, ...EVENT_PERMISSIONS, ...THREAD_PERMISSIONS });
	const permissions = needed.reduce((all, bit) => all | bit, NOTICE_PERMISSIONS);
	const query = new URLSearchParams({
		client_id: applicationId,
		scope: 'bot applications.commands',
		permissions: String(permissions),
		...(guildId && { guild_id: guildId, disable_guild_select: 'true' }),
	});
	return `${discordUrl}/oauth2/authorize?${query}`;
}
