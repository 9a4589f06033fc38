import { Client, GatewayIntentBits, Options } from 'discord.js';
import type { Logger } from 'pino';
import { patientStrategy } from './connectGate.ts';

/** Timeout of a call to Discord, ms. */
const TIMEOUT_MS = 10_000;

/**
 * The client of one shard or of all, without privileged intents. Its caches hold what permissions are computed from
 * (guilds, channels, roles and the bot's member) and nothing else.
 */
export function createDiscordClient(discordUrl: string, connections: { log: Logger; shutdown: AbortSignal }): Client {
	const own = { maxSize: 0, keepOverLimit: ({ id }: { id: string }) => id === client.user?.id };
	const client: Client = new Client({
		intents: [GatewayIntentBits.Guilds, GatewayIntentBits.GuildWebhooks],
		rest: { api: `${discordUrl}/api`, timeout: TIMEOUT_MS },
		ws: { buildStrategy: patientStrategy(() => client, connections) },
		allowedMentions: { parse: [] },
		makeCache: Options.cacheWithLimits({
			...Options.DefaultMakeCacheSettings,
			ApplicationCommandManager: 0,
			ApplicationEmojiManager: 0,
			AutoModerationRuleManager: 0,
			BaseGuildEmojiManager: 0,
			DMMessageManager: 0,
			EntitlementManager: 0,
			GuildBanManager: 0,
			GuildEmojiManager: 0,
			GuildForumThreadManager: 0,
			GuildInviteManager: 0,
			GuildMemberManager: own,
			GuildMessageManager: 0,
			GuildScheduledEventManager: 0,
			GuildStickerManager: 0,
			GuildTextThreadManager: 0,
			MessageManager: 0,
			PresenceManager: 0,
			ReactionManager: 0,
			ReactionUserManager: 0,
			StageInstanceManager: 0,
			ThreadManager: 0,
			ThreadMemberManager: 0,
			UserManager: own,
			VoiceStateManager: 0,
		}),
	});
	return client;
}
