import { SANDBOX_APP, type SandboxUser } from '../seeds.ts';
import { botRoleId, type GuildState, hasManagersRole, managersRoleId, rolePayloads } from './guilds.ts';
import type { SandboxChannel, SandboxMessage, SandboxWebhook } from './state.ts';

/** Discord's objects as its documentation describes them, with the fields that clients use. */

export const BOT_USER = {
	id: SANDBOX_APP.clientId,
	username: 'Dropwire',
	discriminator: '0000',
	global_name: null,
	avatar: null,
	bot: true,
	public_flags: 0,
	flags: 0,
	primary_guild: null,
};

/** Channel flag (Discord's documentation, "Channel Flags"). */
export const REQUIRE_TAG = 1 << 4;

export function channelPayload(
	{ id, guildId, name, type = 0, position = 0, categoryId, thread, forum }: SandboxChannel,
	guild: GuildState | undefined,
) {
	const overwrite = guild?.overwrites.get(id);
	return {
		id,
		type,
		guild_id: guildId,
		name,
		position,
		parent_id: thread?.parentId ?? categoryId ?? null,
		...(thread && { thread_metadata: { archived: thread.archived, locked: thread.locked } }),
		topic: null,
		nsfw: false,
		last_message_id: null,
		rate_limit_per_user: 0,
		flags: forum?.requiresTag ? REQUIRE_TAG : 0,
		...(forum && {
			available_tags: forum.tags.map((tag) => ({ ...tag, moderated: false, emoji_id: null, emoji_name: null })),
		}),
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

/** The bot as a member of a guild. */
export function botMember(guild: GuildState) {
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
		preferred_locale: guild.locale,
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
		channels: channels.filter(({ thread }) => !thread).map((channel) => channelPayload(channel, guild)),
		roles: rolePayloads(guild),
		members: [botMember(guild)],
		emojis: [],
		stickers: [],
		soundboard_sounds: [],
		presences: [],
		voice_states: [],
		threads: channels.filter(({ thread }) => thread?.archived === false).map((thread) => channelPayload(thread, guild)),
		stage_instances: [],
		guild_scheduled_events: [],
	};
}

export function userPayload({ id, username, globalName, discriminator }: SandboxUser) {
	return {
		id,
		username,
		global_name: globalName,
		discriminator,
		avatar: null,
		public_flags: 0,
		flags: 0,
		primary_guild: null,
	};
}

export function memberPayload(user: SandboxUser, permissions: bigint, guild: GuildState) {
	return {
		user: userPayload(user),
		roles: hasManagersRole(permissions) ? [managersRoleId(guild)] : [],
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

/** A webhook as its URL returns it: all fields except the user who created it. */
export function ownWebhookPayload(webhook: SandboxWebhook, guildId: string | null) {
	return { ...webhookPayload(webhook, guildId), token: webhook.token, user: undefined };
}

/** A webhook for users who can manage it. The token is omitted if another application created the webhook. */
export function webhookPayload(webhook: SandboxWebhook, guildId: string | null) {
	const isOurs = webhook.applicationId === SANDBOX_APP.clientId;
	return {
		id: webhook.id,
		type: 1,
		guild_id: guildId,
		channel_id: webhook.channelId,
		name: webhook.name,
		avatar: webhook.avatar ? 'a1b2c3d4e5f60718293a4b5c6d7e8f90' : null,
		application_id: webhook.applicationId ?? null,
		token: isOurs || webhook.applicationId === undefined ? webhook.token : undefined,
		user: isOurs ? BOT_USER : undefined,
	};
}

/** The fields that a message has whoever sends it, from those of the request. */
export function messageFields({ content, embeds, components, attachments, flags }: MessageBody) {
	const text = content ?? '';
	return {
		content: text,
		embeds: ((embeds ?? []) as { fields?: object[] }[]).map((embed) => ({
			type: 'rich',
			...embed,
			...(embed.fields && { fields: embed.fields.map((field) => ({ inline: false, ...field })) }),
		})),
		mentions: [],
		mention_roles: [...text.matchAll(/<@&(\d+)>/g)].map(([, id]) => id as string),
		attachments: attachments ?? [],
		components: components ?? [],
		mention_everyone: false,
		pinned: false,
		tts: false,
		flags: flags ?? 0,
	};
}

interface MessageBody {
	content?: string | null;
	embeds?: unknown[] | null;
	components?: unknown[] | null;
	attachments?: unknown[] | null;
	flags?: number | null;
}

/** A webhook's message as executing and editing return it. */
export function webhookMessagePayload(
	{ id, channelId, at, editedAt, body }: SandboxMessage,
	{ id: webhookId, name }: SandboxWebhook,
) {
	const { username = name, ...message } = body as MessageBody & { username?: string };
	return {
		id,
		type: 0,
		channel_id: channelId,
		webhook_id: webhookId,
		author: { ...BOT_USER, id: webhookId, username },
		timestamp: new Date(at).toISOString(),
		edited_timestamp: editedAt === null ? null : new Date(editedAt).toISOString(),
		...messageFields(message),
	};
}
