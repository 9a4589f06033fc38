import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { deletedIds, Id, Region, Snowflake, ToolsName } from './fields.ts';

const Channel = z.object({ id: z.string(), region: z.string(), toolsName: z.string() });

/** The topics that a guild has added, its "channels". */
export const channelCalls = {
	channelList: endpoint({
		method: 'GET',
		path: '/api/channellist',
		auth: { role: 'client', guild: true },
		description: "A guild's topics by region, with the names still to be added there.",
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
		auth: { role: 'client', guild: true },
		description: 'Every name that a region has.',
		query: z.object({ guildId: Snowflake, region: Region }),
		output: z.object({ data: z.array(z.string()) }),
	}),
	channelInsert: endpoint({
		method: 'POST',
		path: '/api/channelinsert',
		auth: { role: 'client', guild: true },
		description: 'Adds a topic to a guild.',
		body: z.object({ guildId: Snowflake, region: Region, toolsName: ToolsName }),
		output: z.object({ data: Channel }),
		status: 201,
		errors: ['conflict'],
	}),
	channelDelete: endpoint({
		method: 'POST',
		path: '/api/channeldelete',
		auth: { role: 'client' },
		description: 'Removes a topic and its webhooks from its guild.',
		body: z.object({ id: Id }),
		output: z.object({ data: z.object({ id: z.string() }) }),
		errors: ['forbidden'],
	}),
	channelsDelete: endpoint({
		method: 'POST',
		path: '/api/channelsdelete',
		auth: { role: 'client', guild: true },
		description: 'Removes several topics of a guild and their webhooks in one transaction.',
		body: z.object({ guildId: Snowflake, ids: deletedIds(Id) }),
		output: z.object({ data: z.object({ ids: z.array(z.string()) }) }),
	}),
};
