import { SANDBOX_APP, type SandboxUser } from '../seeds.ts';
import { botRoleId, type GuildState, rolePayloads } from './guilds.ts';
import type { SandboxChannel, SandboxWebhook } from './world.ts';

/** Discord's objects as its documentation describes them, with the fields that clients rely on. */

export const BOT_USER = {
	id: SANDBOX_APP.clientId,
	username: 'Dropwire',
	discriminator: '0000',
	global_name: null,
	avatar: null,
	bot: true,
	public_flags: 0,
};

export function channelPayload({ id, guildId, name }: SandboxChannel, guild: GuildState | undefined) {
	const overwrite = guild?.overwrites.get(id);
	return {
		id,
		type: 0,
		guild_id: guildId,
		name,
		position: 0,
		parent_id: null,
		topic: null,
		nsfw: false,
		last_message_id: null,
		rate_limit_per_user: 0,
		flags: 0,
		permission_overwrites: overwrite
			? [
					{
						id: botRoleId(guild as GuildState),
						type: 0,
						allow: String(overwrite.allow),
						deny: String(overwrite.deny),
					},
				]
			: [],
	};
}

function botMember(guild: GuildState) {
	return {
		user: BOT_USER,
		roles: [botRoleId(guild)],
		joined_at: guild.bot.joinedAt,
		nick: null,
		avatar: null,
		deaf: false,
		mute: false,
		flags: 0,
		pending: false,
		premium_since: null,
		communication_disabled_until: null,
	};
}

export function guildPayload(guild: GuildState, channels: readonly SandboxChannel[]) {
	return {
		id: guild.id,
		name: guild.name,
		owner_id: guild.ownerId,
		icon: null,
		splash: null,
		discovery_splash: null,
		banner: null,
		description: null,
		region: 'deprecated',
		unavailable: false,
		large: false,
		lazy: true,
		joined_at: guild.bot.joinedAt,
		member_count: guild.members.size + 2,
		afk_channel_id: null,
		afk_timeout: 300,
		application_id: null,
		default_message_notifications: 0,
		explicit_content_filter: 0,
		features: [],
		hub_type: null,
		max_members: 500_000,
		max_video_channel_users: 25,
		mfa_level: 0,
		nsfw: false,
		nsfw_level: 0,
		preferred_locale: 'en-US',
		premium_progress_bar_enabled: false,
		premium_subscription_count: 0,
		premium_tier: 0,
		public_updates_channel_id: null,
		rules_channel_id: null,
		safety_alerts_channel_id: null,
		system_channel_flags: 0,
		system_channel_id: null,
		vanity_url_code: null,
		verification_level: 0,
		widget_enabled: false,
		channels: channels.map((channel) => channelPayload(channel, guild)),
		roles: rolePayloads(guild),
		members: [botMember(guild)],
		emojis: [],
		stickers: [],
		soundboard_sounds: [],
		presences: [],
		voice_states: [],
		threads: [],
		stage_instances: [],
		guild_scheduled_events: [],
	};
}

export function userPayload({ id, username, globalName, discriminator }: SandboxUser) {
	return { id, username, global_name: globalName, discriminator, avatar: null, public_flags: 0 };
}

export function memberPayload(user: SandboxUser, permissions: bigint) {
	return {
		user: userPayload(user),
		roles: [],
		permissions: String(permissions),
		joined_at: '2024-01-01T00:00:00.000Z',
		nick: null,
		avatar: null,
		deaf: false,
		mute: false,
		flags: 0,
		pending: false,
		premium_since: null,
		communication_disabled_until: null,
	};
}

/** A webhook; the token is told to who may manage it, unless another application made it. */
export function webhookPayload(webhook: SandboxWebhook, guildId: string | null) {
	return {
		id: webhook.id,
		type: 1,
		guild_id: guildId,
		channel_id: webhook.channelId,
		name: webhook.name,
		avatar: webhook.avatar ? 'a1b2c3d4e5f60718293a4b5c6d7e8f90' : null,
		application_id: webhook.applicationId ?? null,
		token: webhook.token,
		user: webhook.applicationId ? BOT_USER : undefined,
	};
}
