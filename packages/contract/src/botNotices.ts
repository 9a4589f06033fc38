import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Snowflake } from './fields.ts';

/** A message that the bot writes once. */
const BotNotice = z.object({
	/** Identifies this attempt in `/api/bot/notices/done`. */
	lease: z.string(),
	/** The same for every attempt: Discord drops a second message with it (`enforce_nonce`). */
	nonce: z.string(),
	/** Who gets it as a direct message; null for a message to a guild. */
	discordId: z.string().nullable(),
	/** The guild whose admins it is for; null for a message to a person. */
	guildId: z.string().nullable(),
	/** Where else it goes, the best first: where the direct message is refused, or in the guild. */
	channelIds: z.array(z.string()),
	title: z.string(),
	description: z.string(),
	/** An RGB colour. */
	color: z.number().int(),
});
export type BotNotice = z.infer<typeof BotNotice>;

/** Messages that the bot writes to people and to servers' admins. */
export const botNoticeCalls = {
	botNoticesClaim: endpoint({
		method: 'POST',
		path: '/api/bot/notices/claim',
		auth: { role: 'admin', bot: true, via: 'token' },
		description:
			'The bot takes up to 10 messages that are due. Each is taken again after a minute unless its outcome was reported.',
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
			reason: z.string().trim().max(255, 'must have at most 255 characters').nullable().default(null),
		}),
		output: z.object({ data: z.object({ recorded: z.boolean() }) }),
	}),
};
