import { type Guild, type GuildBasedChannel, PermissionFlagsBits, type PermissionsBitField } from 'discord.js';
import type { Translate } from '../texts/translate.ts';
import { BOT_PERMISSION_NAMES, BOT_PERMISSIONS, type BotPermission } from '@dropwire/contract';

/**
 * Whether the user manages the server, by the permissions that Discord sends with each interaction. The BFF relies on this
 * check. That the user could run the command proves nothing: a server's admins can allow commands to other roles.
 */
export function managesServer({
	memberPermissions,
}: {
	memberPermissions: Readonly<PermissionsBitField> | null;
}): boolean {
	return memberPermissions?.has(PermissionFlagsBits.ManageGuild) === true;
}

/** The permissions that the bot lacks in a channel; empty if it has all, or if the cache does not have its member. */
export function missingIn(channel: GuildBasedChannel): BotPermission[] {
	const { me } = channel.guild.members;
	const own = me && channel.permissionsFor(me);
	if (!own) return [];
	return BOT_PERMISSION_NAMES.filter((name) => !own.has(BOT_PERMISSIONS[name]));
}

/** Explains how to grant the missing permissions. */
export function howToGrant(t: Translate, channelId: string, missing: readonly BotPermission[]): string {
	return t('deny.rights', { channel: channelId, permissions: namesOf(t, missing) });
}

/** A channel in which the bot lacks permissions. */
interface Lacking {
	channelId: string;
	missing: readonly BotPermission[];
}

/** The channels among these in which the bot lacks permissions. Channels that no longer exist are left out. */
export function channelsWithoutRights(guild: Guild, channelIds: ReadonlySet<string>): Lacking[] {
	return [...channelIds].flatMap((channelId) => {
		const channel = guild.channels.cache.get(channelId);
		const missing = channel ? missingIn(channel) : [];
		return missing.length > 0 ? [{ channelId, missing }] : [];
	});
}

/** The most channels that a reply lists. */
const MAX_LISTED = 10;

/** Which permissions are missing where, and how to grant them; empty if none are. */
export function rightsText(t: Translate, lacking: readonly Lacking[]): string {
	if (lacking.length === 0) return '';
	const lines = lacking
		.slice(0, MAX_LISTED)
		.map(({ channelId, missing }) => t('status.rightsLine', { channel: channelId, permissions: namesOf(t, missing) }));
	const rest = lacking.length - MAX_LISTED;
	return [
		`**${t('status.rightsTitle')}**`,
		...lines,
		...(rest > 0 ? [t('status.rightsMore', { count: rest })] : []),
		t('status.rightsHow'),
	].join('\n');
}

/** The texts with the names of permissions, as Discord shows them. */
const TEXT_OF = {
	'View Channel': 'permission.ViewChannel',
	'Manage Webhooks': 'permission.ManageWebhooks',
} as const satisfies Record<BotPermission, string>;

function namesOf(t: Translate, names: readonly BotPermission[]): string {
	return names.map((name) => `**${t(TEXT_OF[name])}**`).join(' + ');
}
