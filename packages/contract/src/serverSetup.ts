import { BOT_PERMISSION_NAMES, LIMITS } from '@dropwire/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Id, Region, Snowflake, ToolsName, WebhookUrl } from './fields.ts';
import { Options } from './subscriptionOptions.ts';

const DiscordChannel = z.object({
	id: z.string(),
	name: z.string(),
	kind: z.enum(['text', 'announcement', 'forum']),
	/** The name of its category at Discord; null for a channel without one. */
	category: z.string().nullable(),
	/** The permissions that the bot lacks in this channel. */
	missing: z.array(z.enum(BOT_PERMISSION_NAMES)),
});
export type DiscordChannel = z.infer<typeof DiscordChannel>;

const Change = z
	.discriminatedUnion('action', [
		z.object({
			action: z.literal('ADD'),
			region: Region,
			toolsName: ToolsName,
			/** A Discord channel of the server: the bot creates the webhook there, or uses the one that it has. */
			channelId: Snowflake.optional(),
			webHook: WebhookUrl.optional(),
			/** A link of the server, whose webhook is used, and for a new link without `options` also its options. */
			sameAs: Id.optional(),
			/** Those of a link that is off and works again with this change; the options that are not named stay. */
			options: Options.optional(),
		}),
		z.object({ action: z.literal('REMOVE'), id: Id }),
	])
	.refine(
		(change) =>
			change.action === 'REMOVE' ||
			[change.channelId, change.webHook, change.sameAs].filter((target) => target !== undefined).length === 1,
		'must have one of channelId, webHook and sameAs',
	);
export type SetupChange = z.output<typeof Change>;

/** The most Discord channels, and the most webhook URLs, that one `serverSetup` request can name. */
export const MAX_SETUP_TARGETS = 50;

const SETUP_OUTCOMES = ['added', 'repaired', 'removed', 'unchanged', 'refused'] as const;

/** Sets up what the channels of a Discord server get, with the bot's permissions. */
export const serverSetupCalls = {
	discordChannels: endpoint({
		method: 'GET',
		path: '/api/discordchannels',
		auth: { role: 'client', guild: true },
		limits: { rate: 'discordReads' },
		description:
			"A server's channels at Discord, in Discord's order, and the permissions that the bot lacks in each. Channels of one category follow each other.",
		query: z.object({ guildId: Snowflake }),
		output: z.object({
			data: z.object({
				/** `unavailable`: this Dropwire has no bot token, so it cannot create webhooks. */
				bot: z.enum(['present', 'absent', 'unavailable']),
				/** The link that adds the bot to this server. */
				inviteUrl: z.string().nullable(),
				channels: z.array(DiscordChannel),
			}),
		}),
		errors: ['upstream_failed'],
	}),
	serverSetup: endpoint({
		method: 'POST',
		path: '/api/serversetup',
		auth: { role: 'client', guild: true },
		effects: 'own',
		description:
			"Adds and removes links of a server in one step: all of them, or none if one is refused. A dry run shows the outcome of each change, with a `planId`; a call with that id does what the dry run showed, or answers 409 if the server's links have changed. For a `channelId` the bot needs View Channel and Manage Webhooks there. An ADD for a link that is off makes it work again, with the options that are named; it keeps its others. A topic is added to the server with its first link and removed with its last one.",
		body: z.object({
			guildId: Snowflake,
			dryRun: z.boolean().default(false),
			planId: z.string().max(64).optional(),
			changes: z
				.array(Change)
				.min(1, 'must have a change')
				.max(LIMITS.webhooksPerGuild, `must have at most ${LIMITS.webhooksPerGuild} changes`),
		}),
		output: z.object({
			/** False for a dry run. */
			applied: z.boolean(),
			planId: z.string(),
			/** The ids of the links that the call has added; a REMOVE of each undoes the addition. */
			added: z.array(z.string()),
			/** In the order of the request. */
			data: z.array(
				z.object({
					outcome: z.enum(SETUP_OUTCOMES),
					region: z.string(),
					toolsName: z.string(),
					/** `#name` of the Discord channel, or the masked webhook. */
					target: z.string(),
					/** Why the change is refused. */
					problem: z.string().nullable(),
				}),
			),
		}),
		errors: ['conflict', 'upstream_failed'],
	}),
};
