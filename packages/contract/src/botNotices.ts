import { GIVEN_ROLES } from '@dropwire/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Snowflake } from './fields.ts';

const terms = { plan: z.string().nullable(), expiresAt: z.number() };
/** Whether the person has access by another grant, without all rights of this one. */
const keepsAccess = z.boolean();
/** Where the operators are met. */
const contact = z.array(z.string());

/** What a message says. The bot has its words, in the reader's language. */
const Content = z.discriminatedUnion('kind', [
	z.object({ kind: z.literal('expiring'), ...terms, keepsAccess, contact }),
	z.object({ kind: z.literal('expired'), ...terms, keepsAccess, contact }),
	z.object({
		kind: z.literal('approved'),
		...terms,
		/** Null for access without an end. */
		expiresAt: z.number().nullable(),
		/** The role that a client got; null for access. */
		role: z.enum(GIVEN_ROLES).nullable(),
		/** The home page. */
		url: z.string(),
	}),
	z.object({
		kind: z.literal('declined'),
		reason: z.string().nullable(),
		/** The page to ask again. */
		url: z.string(),
		contact,
	}),
	z.object({
		kind: z.literal('product'),
		/** A SKU, or a product's link. */
		sku: z.string(),
		/** Whether it is watched now; else an operator declined the request. */
		added: z.boolean(),
		reason: z.string().nullable(),
	}),
	z.object({
		kind: z.literal('link'),
		/** The first links that stopped working. */
		links: z.array(
			z.object({
				topic: z.string(),
				region: z.string(),
				channelId: z.string().nullable(),
				channelName: z.string().nullable(),
				reason: z.string().nullable(),
			}),
		),
		/** The number of all of them. */
		count: z.number().int(),
		/** The guild's dashboard. */
		url: z.string(),
	}),
]);
export type BotNoticeContent = z.infer<typeof Content>;

/** A message that the bot writes once. */
const BotNotice = z.object({
	/** Identifies this attempt in `/api/bot/notices/done`. */
	lease: z.string(),
	/** The same for every attempt: Discord drops a second message with it (`enforce_nonce`). */
	nonce: z.string(),
	/** Who gets it as a direct message; null for a message to a guild. */
	discordId: z.string().nullable(),
	/** The channel of the person's direct messages; null if the bot can open it now. */
	directChannelId: z.string().nullable(),
	/** The guild whose admins it is for; null for a message to a person. */
	guildId: z.string().nullable(),
	/** Where else it goes, the best first: where the direct message is refused, or in the guild. */
	channelIds: z.array(z.string()),
	/** The person's language at Discord when they last signed in (`de`, `es-ES`); null if unknown, and for a guild. */
	locale: z.string().nullable(),
	/** The guild whose preferred language it has where `locale` is null; null for English. */
	localeGuildId: z.string().nullable(),
	content: Content,
});
export type BotNotice = z.infer<typeof BotNotice>;

/** Messages that the bot writes to people and to servers' admins. */
export const botNoticeCalls = {
	botNoticesClaim: endpoint({
		method: 'POST',
		path: '/api/bot/notices/claim',
		auth: { role: 'admin', bot: true, via: 'token' },
		description:
			'The bot takes up to 10 messages that are due; those to new people as far as the budget for opening direct messages goes. Each is taken again after a minute unless its outcome was reported.',
		output: z.object({ data: z.array(BotNotice) }),
	}),
	botNoticeDone: endpoint({
		method: 'POST',
		path: '/api/bot/notices/done',
		auth: { role: 'admin', bot: true, via: 'token' },
		description:
			'The bot reports what became of a message: sent, undeliverable (Discord refuses every place), or to be tried again later. A lease that has ended changes nothing.',
		body: z.object({
			lease: z.uuid('must be the lease of a claimed message'),
			outcome: z.enum(['sent', 'undeliverable', 'retry'], { error: 'must be sent, undeliverable or retry' }),
			/** The channel that it was written to. */
			channelId: Snowflake.nullable().default(null),
			/** The channel of direct messages that it opened. */
			directChannelId: Snowflake.nullable().default(null),
			/** Discord's answer that the application opens direct messages too fast: it opens none for a time. */
			tooFast: z.string().trim().max(255, 'must have at most 255 characters').nullable().default(null),
			reason: z.string().trim().max(255, 'must have at most 255 characters').nullable().default(null),
		}),
		output: z.object({ data: z.object({ recorded: z.boolean() }) }),
	}),
};
