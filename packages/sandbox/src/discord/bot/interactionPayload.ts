import { SANDBOX_APP, type SandboxUser } from '../../seeds.ts';
import { botPermissions, type GuildState } from '../guilds.ts';
import { channelPayload, memberPayload, userPayload } from '../payloads.ts';
import type { SandboxChannel } from '../state.ts';

/** Where interactions happen, and how the application is installed there (Discord's documentation, "Interaction Contexts"). */
export const CONTEXT = { guild: 0, botDm: 1, privateChannel: 2 } as const;
export const INSTALLED = { guild: 0, user: 1 } as const;

/** Where a user runs a command. Everybody has installed the application for themselves, too. */
export interface Place {
	guild: GuildState | null;
	channel: SandboxChannel;
	user: SandboxUser;
	/** The user's in the server; null outside servers. */
	permissions: bigint | null;
	context: number;
	/** The ways in which the application is installed there. */
	installed: readonly number[];
}

/** Discord's id of no server: interactions outside servers go to the first shard (its documentation, "Sharding"). */
export const NO_GUILD = '0';
/** What an application can do in direct messages: write messages with embeds and files. */
const OUTSIDE_SERVERS = String((1n << 11n) | (1n << 14n) | (1n << 15n));

/**
 * An interaction as the gateway sends it.
 * @param rest what only this type of interaction has
 */
export function interactionPayload(
	{ id, token, channelId, locale }: { id: string; token: string; channelId: string; locale: string },
	{ guild, channel, user, permissions, context, installed }: Place,
	type: number,
	rest: object,
) {
	const owners = { 0: guild?.id ?? NO_GUILD, 1: user.id };
	return {
		id,
		token,
		type,
		version: 1,
		application_id: SANDBOX_APP.clientId,
		channel_id: channelId,
		channel: channelPayload(channel, guild ?? undefined),
		...(guild
			? {
					guild_id: guild.id,
					guild: { id: guild.id, locale: guild.locale, features: [] },
					guild_locale: guild.locale,
					member: memberPayload(user, permissions ?? 0n, guild),
					app_permissions: String(botPermissions(guild, channelId)),
				}
			: { user: userPayload(user), app_permissions: OUTSIDE_SERVERS }),
		locale,
		entitlements: [],
		authorizing_integration_owners: Object.fromEntries(
			Object.entries(owners).filter(([way]) => installed.includes(Number(way))),
		),
		context,
		attachment_size_limit: 10_485_760,
		...rest,
	};
}
