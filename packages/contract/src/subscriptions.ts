import { EVENT_KINDS, FILTER_RULES, WHY_RULES } from '@dropwire/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { GuildRole, Id, Snowflake, TopicKey } from './fields.ts';
import { Options, SavedOptions } from './subscriptionOptions.ts';
import { ProductWhy, SubscriptionWhy, WhyQuery } from './why.ts';

/** The server of the row. Required for the bot, which acts for people of one server. */
const GuildId = Snowflake.optional();

const Subscription = z.object({
	id: z.string(),
	/** The row's name in an operator group; null elsewhere. */
	label: z.string().nullable(),
	/** Null on the broadcast list. */
	topic: z.object({ ...TopicKey, toolsName: z.string() }).nullable(),
	/** The masked URL, with the thread. */
	target: z.string(),
	options: SavedOptions,
	/** Grows with every change of the options. */
	version: z.number().int(),
	/** The roles of its Discord server as the bot last saw them, by which mentions have names; empty if it never has. */
	roles: z.array(GuildRole),
});
export type SubscriptionRow = z.infer<typeof Subscription>;

/** What one webhook on one topic gets, and why it got or did not get a message. */
export const subscriptionCalls = {
	subscription: endpoint({
		method: 'GET',
		path: '/api/subscription',
		auth: { role: 'client', bot: true },
		description: 'One subscription with its options, for whoever can edit the row.',
		query: z.object({ id: Id, guildId: GuildId }),
		output: z.object({ data: Subscription }),
		errors: ['forbidden', 'not_found'],
	}),
	subscriptionEdit: endpoint({
		method: 'POST',
		path: '/api/subscriptionedit',
		auth: { role: 'client', bot: true },
		description:
			'Replaces all options of a subscription; `{}` clears them. Unknown options are rejected. With the `version` of an earlier answer: 409 if somebody has changed them since.',
		body: z.object({ id: Id, guildId: GuildId, options: Options, version: z.number().int().optional() }),
		output: z.object({ data: Subscription }),
		errors: ['forbidden', 'not_found', 'conflict'],
	}),
	why: endpoint({
		method: 'GET',
		path: '/api/why',
		auth: { role: 'member', bot: true, guilds: true },
		description:
			'What happened to a product in a region within 10 minutes of `at`, from the watch list to the message, and the step that said no: for the subscriptions of a server (`guildId`; a client who manages it), for a watch of the caller (`watchId`), or for the operators (admins). With `event` and `subscription`: why that subscription got the message of the event or did not, every rule in the order of checking, for whoever can edit the row.',
		query: WhyQuery,
		output: z.union([ProductWhy, SubscriptionWhy]),
		errors: ['forbidden', 'not_found'],
	}),
	subscriptionTry: endpoint({
		method: 'POST',
		path: '/api/subscriptiontry',
		auth: { role: 'client', bot: true },
		effects: 'none',
		description:
			"What options would have let through of the topic's last 500 events, with up to 10 examples, newest first. Nothing is saved.",
		body: z.object({ id: Id, guildId: GuildId, options: Options }),
		output: z.object({
			data: z.object({
				/** The number of events that were tried. */
				of: z.number().int(),
				sent: z.number().int(),
				examples: z.array(
					z.object({
						eventId: z.string(),
						sku: z.string(),
						title: z.string(),
						sent: z.boolean(),
						/** The rule that held it back; null if it would have been sent. */
						rule: z.enum(WHY_RULES).nullable(),
					}),
				),
			}),
		}),
		errors: ['forbidden', 'not_found'],
	}),
	subscriptionPreview: endpoint({
		method: 'POST',
		path: '/api/subscriptionpreview',
		auth: { role: 'client', bot: true },
		effects: 'none',
		description:
			'The message that a subscription with these options would get: of `event`, or of the newest of the last 10 events that would be sent, or else of the newest. Without events, it is a sample. Nothing is saved or sent.',
		body: z.object({ id: Id, guildId: GuildId, options: Options, event: Id.optional() }),
		output: z.object({
			data: z.object({
				/** Null for a sample. */
				eventId: z.string().nullable(),
				kind: z.enum(EVENT_KINDS),
				sku: z.string(),
				/** Epoch ms. */
				at: z.number(),
				/** The rule that holds the event back, a pause aside; null if it would be sent. */
				rule: z.enum(FILTER_RULES).nullable(),
				/** The body of Discord's webhook call, with what the options change. */
				body: z.record(z.string(), z.unknown()),
			}),
		}),
		errors: ['forbidden', 'not_found'],
	}),
	subscriptionSizes: endpoint({
		method: 'GET',
		path: '/api/subscriptionsizes',
		auth: { role: 'client', bot: true },
		description:
			"The size labels of the products in the topic's last 500 events, from the smallest, at most 300, to choose the sizes of a filter from.",
		query: z.object({ id: Id, guildId: GuildId }),
		output: z.object({
			data: z.object({
				/** The number of events that were read. */
				of: z.number().int(),
				sizes: z.array(z.string()),
			}),
		}),
		errors: ['forbidden', 'not_found'],
	}),
};
