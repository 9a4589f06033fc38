import { type GuildBasedChannel, PermissionFlagsBits } from 'discord.js';

/** All that the bot needs: to see a channel, and to make webhooks in it. Answers to commands need no permission. */
export const NEEDED = {
	'View Channel': PermissionFlagsBits.ViewChannel,
	'Manage Webhooks': PermissionFlagsBits.ManageWebhooks,
} as const;
export type NeededName = keyof typeof NEEDED;

/** The permissions of the invite link, as Discord counts them. */
export const NEEDED_BITS = Object.values(NEEDED).reduce((all, bit) => all | bit, 0n);

/** What the bot lacks in a channel; empty when nothing, or when it cannot be told and Discord has to say. */
export function missingIn(channel: GuildBasedChannel): NeededName[] {
	const { me } = channel.guild.members;
	const own = me && channel.permissionsFor(me);
	if (!own) return [];
	return (Object.keys(NEEDED) as NeededName[]).filter((name) => !own.has(NEEDED[name]));
}

/** How an admin gives the bot what it lacks. */
export function howToGrant(channelId: string, missing: readonly NeededName[]): string {
	const names = missing.map((name) => `**${name}**`).join(' and ');
	return [
		`The bot needs ${names} in <#${channelId}>.`,
		`Open that channel's settings, then Permissions, add the role **Dropwire** and allow ${names}. Then give the command again.`,
	].join('\n');
}
