import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Id, NextCursor, queryNumber, Region, Snowflake } from './fields.ts';

const DropEvents = z.object({
	on: z.boolean(),
	/** The releases of this region; null for those of the guild's release topics. */
	region: Region.nullable(),
	/** The number of events that the bot keeps. */
	events: z.number().int(),
	/** Why Dropwire turned them off, or why some releases have no event. */
	reason: z.string().nullable(),
});
export type DropEvents = z.infer<typeof DropEvents>;

const GuildSettings = z.object({
	/** Whether a webhook of each brand is notified when its shop cannot be read for minutes, and when it can be again. */
	sourceNotices: z.boolean(),
	/** Whether the bot writes to a channel of the guild when a link stops working. */
	linkNotices: z.boolean(),
	/**
	 * Set if links stopped working, the bot could not post a notice in any channel of the guild, and a link is still off:
	 * when it gave up, and why.
	 */
	undelivered: z.object({ at: z.number(), reason: z.string().nullable() }).nullable(),
	/** Discord's scheduled events for releases. */
	dropEvents: DropEvents,
});

/** Messages to a guild by outcome, without edits and test messages. */
const Outcomes = z.object({ sent: z.number().int(), failed: z.number().int() });

const GuildStatistics = z.object({
	/** `off`: their webhook is off. `failing`: it is on, and its last message was not sent. */
	links: z.object({
		all: z.number().int(),
		off: z.number().int(),
		failing: z.number().int(),
		paused: z.number().int(),
	}),
	/** Queued within the last 24 hours, and within the last 7 days. */
	day: Outcomes,
	week: Outcomes,
	/** Whether `week` counts all messages; false if it only has the newest of too many. */
	isComplete: z.boolean(),
	/** From the moment that Dropwire saw a change until Discord had the message, the median of up to 500 of the week. */
	medianDelayMs: z.number().nullable(),
	lastMessageAt: z.number().nullable(),
});
export type GuildStatistics = z.infer<typeof GuildStatistics>;

const TopicActivity = z.object({
	region: z.string(),
	toolsName: z.string(),
	/** The id of the guild's topic, for its page; null after the topic was removed. */
	channelId: z.string().nullable(),
	/** Queued within the last 7 days, and within the last 30. */
	week: Outcomes,
	month: Outcomes,
});
const GuildActivity = z.object({
	/**
	 * Epoch ms from which every message is counted; later than 30 days ago for a guild with too many messages, and where
	 * the delivery log does not reach back that far.
	 */
	since: z.number(),
	/** The messages queued in each hour that has any, oldest first. `at` is the start of the hour. */
	hours: z.array(Outcomes.extend({ at: z.number() })),
	/** The topics with messages, those with the most first. */
	topics: z.array(TopicActivity),
	/** The guild's topics without a message for 30 days; none where the delivery log does not reach back that far. */
	unused: z.array(z.object({ channelId: z.string(), region: z.string(), toolsName: z.string(), addedAt: z.number() })),
});
export type GuildActivity = z.infer<typeof GuildActivity>;

const GuildChange = z.object({
	id: z.string(),
	at: z.number(),
	/** `operator`: an operator of Dropwire, whose name clients do not see. `dropwire`: the bot or the server. */
	by: z.enum(['person', 'operator', 'dropwire']),
	/** The person's name at Discord; null if it is unknown or not shown. */
	name: z.string().nullable(),
	/** Whether a slash command of the bot made the change. */
	viaBot: z.boolean(),
	/** What changed, in words. */
	what: z.string(),
});
export type GuildChange = z.infer<typeof GuildChange>;

const GuildState = z.object({
	guildId: z.string(),
	/** Whether the bot is in the guild; null before the bot has reported its guilds. */
	bot: z.boolean().nullable(),
	/** The numbers of its topics, of their links, and of the webhooks that the links use. */
	topics: z.number().int(),
	links: z.number().int(),
	webhooks: z.number().int(),
	/** The numbers of these webhooks that are off, and of those whose last message was not sent. */
	off: z.number().int(),
	failing: z.number().int(),
	/** The number of its links that are paused. */
	paused: z.number().int(),
	/** When the latest message to one of its webhooks ended, sent or not; null for never. */
	lastAt: z.number().nullable(),
	/** The same for the webhooks whose last message was sent; null if there are none. */
	lastSentAt: z.number().nullable(),
});
export type GuildState = z.infer<typeof GuildState>;

/** Discord servers. */
export const guildCalls = {
	guildList: endpoint({
		method: 'GET',
		path: '/api/guildlist',
		auth: { role: 'client' },
		description: 'The guilds that the user may manage.',
		output: z.object({
			data: z.object({
				data: z.array(
					z.object({
						guildId: z.string(),
						guildName: z.string(),
						guildImg: z.string(),
						/**
						 * When sending to the guild was paused because no user with current access manages it; null if it
						 * is not paused.
						 */
						pausedAt: z.number().nullable(),
					}),
				),
			}),
		}),
		errors: ['upstream_failed'],
	}),
	guildStates: endpoint({
		method: 'GET',
		path: '/api/guildstates',
		auth: { role: 'client' },
		description: 'What works and what fails in each guild that the user may manage, and the link that adds the bot.',
		output: z.object({
			data: z.array(GuildState),
			/** Adds the bot to a server, with exactly the permissions that it needs. */
			inviteUrl: z.string().nullable(),
			/** The address of Discord's web client, for links to channels. */
			discordUrl: z.string(),
		}),
		errors: ['upstream_failed'],
	}),
	guildStatistics: endpoint({
		method: 'GET',
		path: '/api/guildstatistics',
		auth: { role: 'client', guild: true },
		description: "A guild's links and messages in numbers. Up to five seconds old.",
		query: z.object({ guildId: Snowflake }),
		output: z.object({
			data: GuildStatistics,
			/** Whether the caller, or the user for whom the bot acts, is an operator. */
			isOperator: z.boolean(),
		}),
	}),
	guildActivity: endpoint({
		method: 'GET',
		path: '/api/guildactivity',
		auth: { role: 'client', guild: true },
		description:
			"A guild's messages of the last 30 days by hour and by topic, without edits and test messages, and its topics without any. Up to a minute old.",
		query: z.object({
			guildId: Snowflake,
			/** How many minutes after the whole hours of UTC the hours begin: 30 in India. */
			offset: queryNumber(0, 59).default(0),
		}),
		output: z.object({ data: GuildActivity }),
	}),
	guildChanges: endpoint({
		method: 'GET',
		path: '/api/guildchanges',
		auth: { role: 'client', guild: true },
		description: 'Who changed what in a guild, newest first, as far as the audit log reaches.',
		query: z.object({ guildId: Snowflake, cursor: Id.optional() }),
		output: z.object({ data: z.array(GuildChange), nextCursor: NextCursor }),
	}),
	guildSettings: endpoint({
		method: 'GET',
		path: '/api/guildsettings',
		auth: { role: 'client', guild: true },
		description: "A guild's settings.",
		query: z.object({ guildId: Snowflake }),
		output: z.object({ data: GuildSettings }),
	}),
	guildSettingsEdit: endpoint({
		method: 'POST',
		path: '/api/guildsettings',
		auth: { role: 'client', guild: true },
		description: "Changes a guild's settings. An absent setting is not changed.",
		body: z.object({
			guildId: Snowflake,
			sourceNotices: z.boolean().optional(),
			linkNotices: z.boolean().optional(),
		}),
		output: z.object({ data: GuildSettings }),
	}),
	dropEventsSet: endpoint({
		method: 'POST',
		path: '/api/dropevents',
		auth: { role: 'client', guild: true },
		description:
			"Switches on that the bot keeps Discord's scheduled events of a guild in step with releases, or off: then it deletes its events. The bot needs Create Events.",
		body: z.object({
			guildId: Snowflake,
			on: z.boolean(),
			/** Null for the releases of the guild's release topics. */
			region: Region.nullable().default(null),
		}),
		effects: 'own',
		output: z.object({ data: DropEvents }),
		errors: ['upstream_failed'],
	}),
};
