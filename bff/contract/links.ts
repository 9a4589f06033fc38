import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Health, Id, Region, Snowflake, text, ToolsName, WebhookUrl } from './fields.ts';

const Link = z.object({
	id: z.string(),
	region: z.string(),
	toolsName: z.string(),
	/** Discord's own id of the webhook; who has the URL can post, so it is not told. */
	webhookId: z.string(),
	/** The Discord channel as the bot saw it last; null where nobody has told. */
	channelId: z.string().nullable(),
	channelName: z.string().nullable(),
	/** Whether our bot made the webhook. */
	byBot: z.boolean(),
	health: Health,
});
export type Link = z.infer<typeof Link>;

/** Links: that a webhook of a guild gets a topic. The bot's view of what the dashboard shows by topic. */
export const linkCalls = {
	linkList: endpoint({
		method: 'GET',
		path: '/api/linklist',
		who: 'client',
		guild: true,
		shared: true,
		description: 'Everything that a guild gets, with where it goes and how it fares.',
		query: z.object({ guildId: Snowflake }),
		output: z.object({
			data: z.array(Link),
			/** Since when the bot is gone from the guild; null while it is there, or never was. */
			botLeftAt: z.number().nullable(),
		}),
	}),
	linkInsert: endpoint({
		method: 'POST',
		path: '/api/linkinsert',
		who: 'client',
		guild: true,
		description:
			'Links a Discord channel to a topic by a webhook that stands in it, and adds the topic to the guild where it is missing. 200 where a dead webhook of that channel is replaced, for all its topics.',
		body: z.object({
			guildId: Snowflake,
			guildName: text(100),
			guildIcon: z.string().trim().max(64).nullable().default(null),
			region: Region,
			toolsName: ToolsName,
			channelId: Snowflake,
			channelName: text(100),
			webHook: WebhookUrl,
			/** Whether our bot made the webhook. */
			byBot: z.boolean().default(false),
		}),
		output: z.object({
			data: Link,
			/** How many links of that channel were dead, and work again. */
			revived: z.number().int(),
		}),
		status: [201, 200],
		errors: ['conflict'],
	}),
	linkDelete: endpoint({
		method: 'POST',
		path: '/api/linkdelete',
		who: 'client',
		guild: true,
		description: "Removes a link, and its topic from the guild with the topic's last one.",
		body: z.object({ guildId: Snowflake, id: Id }),
		output: z.object({
			data: Link,
			/** Whether the webhook stands on no list any more. */
			unused: z.boolean(),
		}),
		errors: ['forbidden'],
	}),
	linkTest: endpoint({
		method: 'POST',
		path: '/api/linktest',
		who: 'client',
		guild: true,
		reads: true,
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
