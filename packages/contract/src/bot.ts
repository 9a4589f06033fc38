import { LIMITS } from '@dropwire/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { GuildRole, Snowflake, text } from './fields.ts';

const Guild = z.object({
	guildId: Snowflake,
	/** Null if Discord does not report the name. */
	name: text(100).nullable().default(null),
	icon: z.string().trim().max(64).nullable().default(null),
});

/** Reports of the Discord bot. Tokens of the bot and of operators' programs can send them. */
export const botCalls = {
	botGuilds: endpoint({
		method: 'POST',
		path: '/api/bot/guilds',
		auth: { role: 'admin', bot: true, via: 'token' },
		limits: { body: '16mb' },
		description:
			'The bot reports the guilds of its shard: links of a guild that removed it are switched off, and switched on again when it returns.',
		body: z
			.object({
				shard: z.number().int().nonnegative(),
				shards: z.number().int().positive().max(10_000),
				guilds: z.array(Guild).max(LIMITS.list, `must have at most ${LIMITS.list} guilds`),
			})
			.refine(({ shard, shards }) => shard < shards, { path: ['shard'], error: 'must be less than shards' }),
		output: z.object({ data: z.object({ left: z.array(z.string()), returned: z.array(z.string()) }) }),
		errors: ['conflict'],
	}),
	botGuild: endpoint({
		method: 'POST',
		path: '/api/bot/guild',
		auth: { role: 'admin', guild: true, via: 'token' },
		description: 'The bot joined a guild or was removed from it: its links are switched on or off.',
		body: Guild.extend({ present: z.boolean() }),
		output: z.object({ data: z.object({ left: z.boolean(), returned: z.boolean() }) }),
	}),
	botRoles: endpoint({
		method: 'POST',
		path: '/api/bot/roles',
		auth: { role: 'admin', guild: true, via: 'token' },
		description:
			'The bot reports the roles of a guild, so that mentions are shown by name. Ignored for a guild without links.',
		body: z.object({ guildId: Snowflake, roles: z.array(GuildRole).max(250) }),
		output: z.object({ data: z.object({ stored: z.boolean() }) }),
	}),
	botChannel: endpoint({
		method: 'POST',
		path: '/api/bot/channel',
		auth: { role: 'admin', guild: true, via: 'token' },
		description: 'The bot reports the webhooks of a Discord channel: links whose webhook is missing are switched off.',
		body: z.object({
			guildId: Snowflake,
			channelId: Snowflake,
			/** Null if the channel was deleted. */
			channelName: text(100).nullable(),
			webhookIds: z.array(Snowflake).max(100),
		}),
		output: z.object({ data: z.object({ off: z.array(z.string()) }) }),
	}),
};
