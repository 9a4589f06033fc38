import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Health, Id, Place, Region, Snowflake, text, ToolsName, WebhookUrl } from './fields.ts';
import { Options, SavedOptions } from './subscriptionOptions.ts';

const Link = z.object({
	id: z.string(),
	region: z.string(),
	toolsName: z.string(),
	/** The webhook's id at Discord. The URL is not included, because anyone with the URL can post. */
	webhookId: z.string(),
	/** The Discord channel as the bot last saw it; null if the bot never has. */
	channelId: z.string().nullable(),
	channelName: z.string().nullable(),
	/** Whether Dropwire's bot created the webhook. */
	byBot: z.boolean(),
	/** Of its webhook, which the links of a channel can share. */
	health: Health,
	place: Place,
	options: SavedOptions,
});
export type Link = z.infer<typeof Link>;

const LinkMessage = z.object({
	id: z.string(),
	/** Null for a link without a message. */
	last: z
		.object({
			status: z.string(),
			reason: z.string().nullable(),
			/** When it was sent; when it was queued, if it was not. */
			at: z.number(),
		})
		.nullable(),
});
export type LinkMessage = z.infer<typeof LinkMessage>;

/** The most links of one `linkMessages` request. */
const MAX_LINKS = 25;

/** Links: a guild's subscriptions by Discord channel. The dashboard shows them by topic. */
export const linkCalls = {
	linkList: endpoint({
		method: 'GET',
		path: '/api/linklist',
		auth: { role: 'client', guild: true },
		description: 'All links of a guild, with their channel and health.',
		query: z.object({ guildId: Snowflake }),
		output: z.object({
			data: z.array(Link),
			/** Since when the bot is no longer in the guild; null while it is a member, or if it never was. */
			botLeftAt: z.number().nullable(),
			/**
			 * When sending to the guild was paused because no user with current access manages it; null if it is not
			 * paused.
			 */
			pausedAt: z.number().nullable(),
		}),
	}),
	linkMessages: endpoint({
		method: 'GET',
		path: '/api/linkmessages',
		auth: { role: 'client', guild: true },
		description:
			"The last message of each of these links, among the last 200 of its webhook. Links of a channel can share a webhook, whose health is that of any link's last message.",
		query: z.object({
			guildId: Snowflake,
			/** Ids of links, separated by commas. */
			ids: z
				.string()
				.transform((ids) => ids.split(','))
				.pipe(z.array(Id).max(MAX_LINKS, `must have at most ${MAX_LINKS} ids`)),
		}),
		output: z.object({ data: z.array(LinkMessage) }),
		errors: ['forbidden'],
	}),
	linkInsert: endpoint({
		method: 'POST',
		path: '/api/linkinsert',
		auth: { role: 'client', guild: true },
		effects: 'own',
		description:
			'Links a Discord channel to a topic by a webhook of it, and adds the topic to the guild where it is missing. Discord is asked about the webhook first: it must be in this guild and channel (400). 200 where a dead webhook of that channel is replaced, for all its topics. A request with the `Idempotency-Key` of an earlier one returns its link (200); `/api/linkcancel` cancels by the key.',
		idempotent: true,
		body: z.object({
			guildId: Snowflake,
			guildName: text(100),
			guildIcon: z.string().trim().max(64).nullable().default(null),
			region: Region,
			toolsName: ToolsName,
			channelId: Snowflake,
			channelName: text(100),
			webHook: WebhookUrl,
			/**
			 * Whether Dropwire's bot created the webhook. Only accepted from a token of scope `bot`; ignored otherwise.
			 */
			byBot: z.boolean().default(false),
			/**
			 * A thread goes here or into the URL. A link that works again keeps its options if this has none but a thread,
			 * which replaces the old one.
			 */
			options: Options.default({}),
		}),
		output: z.object({
			data: Link,
			/** How many dead links of that channel work again. */
			revived: z.number().int(),
		}),
		status: [201, 200],
		errors: ['conflict', 'rate_limited', 'upstream_failed'],
	}),
	linkCancel: endpoint({
		method: 'POST',
		path: '/api/linkcancel',
		auth: { role: 'client', guild: true },
		description:
			'Cancels the `/api/linkinsert` request with this `Idempotency-Key`, for clients that did not receive its response. A link that it has created is removed; a request that is still being processed, or arrives later, is rejected with 409. A link that it has turned on again, or that another request has stored since, is kept.',
		body: z.object({ guildId: Snowflake, key: text(128) }),
		output: z.object({
			data: z.object({
				/** Whether the request had created a link. That link is now removed. */
				removed: z.boolean(),
			}),
		}),
	}),
	linkDelete: endpoint({
		method: 'POST',
		path: '/api/linkdelete',
		auth: { role: 'client', guild: true },
		description: "Removes a link, and its topic from the guild with the topic's last one.",
		body: z.object({ guildId: Snowflake, id: Id }),
		output: z.object({
			data: Link,
			/** Whether the webhook is on no other list. */
			unused: z.boolean(),
		}),
		errors: ['forbidden'],
	}),
	linkTest: endpoint({
		method: 'POST',
		path: '/api/linktest',
		auth: { role: 'client', guild: true },
		effects: 'none',
		limits: { rate: 'tests' },
		description: 'Sends a test message over a link the way that every message goes; as /api/webhooktest.',
		body: z.object({ guildId: Snowflake, id: Id }),
		output: z.object({
			data: z.object({
				status: z.string(),
				reason: z.string().nullable(),
				queuedAt: z.number(),
				sentAt: z.number().nullable(),
				messageId: z.string().nullable(),
			}),
			link: Link,
		}),
		errors: ['forbidden', 'conflict'],
	}),
};
