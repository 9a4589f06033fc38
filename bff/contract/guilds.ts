import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Health, Id, Region, Snowflake, ToolsName, WebhookUrl } from './fields.ts';

const Channel = z.object({ id: z.string(), region: z.string(), toolsName: z.string() });
/** `health` is an addition to the documented shape: a webhook that is off says so wherever it is listed. */
const GuildWebhook = z.object({ id: z.string(), webhook: z.string(), health: Health });
export type GuildWebhook = z.infer<typeof GuildWebhook>;

/** A guild, the topics that it has added ("channels"), and their webhooks. */
export const guildCalls = {
	guildList: endpoint({
		method: 'GET',
		path: '/api/guildlist',
		who: 'client',
		description: 'The guilds that the user may manage.',
		output: z.object({
			data: z.object({
				data: z.array(z.object({ guildId: z.string(), guildName: z.string(), guildImg: z.string() })),
			}),
		}),
		errors: ['upstream_failed'],
	}),
	channelList: endpoint({
		method: 'GET',
		path: '/api/channellist',
		who: 'client',
		guild: true,
		shared: true,
		description: "A guild's channels by region, with the names still to be added there.",
		query: z.object({ guildId: Snowflake }),
		output: z.object({
			data: z.array(
				z.object({
					region: z.string(),
					toolsNameList: z.array(z.string()),
					channels: z.array(z.object({ id: z.string(), toolsName: z.string(), webhooks: z.number().int() })),
				}),
			),
		}),
	}),
	toolsNameList: endpoint({
		method: 'GET',
		path: '/api/toolsnamelist',
		who: 'client',
		guild: true,
		shared: true,
		description: 'Every name that a region has.',
		query: z.object({ guildId: Snowflake, region: Region }),
		output: z.object({ data: z.array(z.string()) }),
	}),
	channelInsert: endpoint({
		method: 'POST',
		path: '/api/channelinsert',
		who: 'client',
		guild: true,
		description: 'Adds a topic to a guild.',
		body: z.object({ guildId: Snowflake, region: Region, toolsName: ToolsName }),
		output: z.object({ data: Channel }),
		status: 201,
		errors: ['conflict'],
	}),
	channelDelete: endpoint({
		method: 'POST',
		path: '/api/channeldelete',
		who: 'client',
		description: 'Removes a channel and its webhooks from its guild.',
		body: z.object({ id: Id }),
		output: z.object({ data: z.object({ id: z.string() }) }),
		errors: ['forbidden'],
	}),
	webhookList: endpoint({
		method: 'GET',
		path: '/api/webhooklist',
		who: 'client',
		guild: true,
		shared: true,
		description: 'The webhooks of a channel, with how they fare.',
		query: z.object({ guildId: Snowflake, region: Region, toolsName: ToolsName }),
		output: z.object({ data: z.array(GuildWebhook) }),
		errors: ['not_found'],
	}),
	webhookInsert: endpoint({
		method: 'POST',
		path: '/api/webhookinsert',
		who: 'client',
		guild: true,
		description: 'Adds a webhook to a channel.',
		body: z.object({ guildId: Snowflake, region: Region, toolsName: ToolsName, webHook: WebhookUrl }),
		output: z.object({ data: GuildWebhook }),
		status: 201,
		errors: ['not_found', 'conflict'],
	}),
	webhookEdit: endpoint({
		method: 'POST',
		path: '/api/webhookedit',
		who: 'client',
		guild: true,
		description: 'Gives a row of a channel another webhook.',
		body: z.object({ guildId: Snowflake, id: Id, region: Region, toolsName: ToolsName, webHook: WebhookUrl }),
		output: z.object({ data: GuildWebhook }),
		errors: ['not_found', 'conflict'],
	}),
	webhookDelete: endpoint({
		method: 'POST',
		path: '/api/webhookdelete',
		who: 'client',
		guild: true,
		description: 'Removes a webhook from a channel.',
		body: z.object({ guildId: Snowflake, id: Id }),
		output: z.object({ data: z.object({ id: z.string() }) }),
		errors: ['forbidden'],
	}),
};
