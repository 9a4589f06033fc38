import { LIMITS } from '@dropwire/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { deletedIds, Health, Id, Place, Region, Snowflake, ToolsName, WebhookUrl } from './fields.ts';
import { SavedOptions } from './subscriptionOptions.ts';

/**
 * `health`, `place` and `options` extend the documented shape with the webhook's state, its place at Discord and what
 * the subscription says about its messages. `id` is the subscription's.
 */
const GuildWebhook = z.object({
	id: z.string(),
	webhook: z.string(),
	health: Health,
	place: Place,
	options: SavedOptions,
});
export type GuildWebhook = z.infer<typeof GuildWebhook>;

/** The webhooks of a guild's channels. */
export const guildWebhookCalls = {
	webhookList: endpoint({
		method: 'GET',
		path: '/api/webhooklist',
		auth: { role: 'client', guild: true },
		description: "The webhooks of a guild's topic, with their health, their options and where they are at Discord.",
		query: z.object({ guildId: Snowflake, region: Region, toolsName: ToolsName }),
		output: z.object({ data: z.array(GuildWebhook) }),
		errors: ['not_found'],
	}),
	webhookInsert: endpoint({
		method: 'POST',
		path: '/api/webhookinsert',
		auth: { role: 'client', guild: true },
		description: "Adds a webhook to a guild's topic.",
		body: z.object({ guildId: Snowflake, region: Region, toolsName: ToolsName, webHook: WebhookUrl }),
		output: z.object({ data: GuildWebhook }),
		status: 201,
		errors: ['not_found', 'conflict'],
	}),
	webhookEdit: endpoint({
		method: 'POST',
		path: '/api/webhookedit',
		auth: { role: 'client', guild: true },
		description:
			'Replaces the webhook of a row. With the URL that the caller has read as `before`: 409 if somebody has changed it since.',
		body: z.object({
			guildId: Snowflake,
			id: Id,
			region: Region,
			toolsName: ToolsName,
			webHook: WebhookUrl,
			before: z.object({ webHook: WebhookUrl }).optional(),
		}),
		output: z.object({ data: GuildWebhook }),
		errors: ['not_found', 'conflict'],
	}),
	webhookDelete: endpoint({
		method: 'POST',
		path: '/api/webhookdelete',
		auth: { role: 'client', guild: true },
		description: "Removes a webhook from a guild's topic.",
		body: z.object({ guildId: Snowflake, id: Id }),
		output: z.object({ data: z.object({ id: z.string() }) }),
		errors: ['forbidden'],
	}),
	webhooksDelete: endpoint({
		method: 'POST',
		path: '/api/webhooksdelete',
		auth: { role: 'client', guild: true },
		description:
			"Removes several webhooks from a guild's topics in one transaction. With the URLs that the caller has read as `before`, a webhook with another URL is kept and named in `kept`.",
		body: z.object({
			guildId: Snowflake,
			ids: deletedIds(Id),
			before: z
				.array(z.object({ id: Id, webHook: WebhookUrl }))
				.max(LIMITS.deletedPerCall)
				.optional(),
		}),
		output: z.object({ data: z.object({ ids: z.array(z.string()), kept: z.array(z.string()) }) }),
	}),
};
