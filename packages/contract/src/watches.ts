import {
	DEFAULT_WATCH_KINDS,
	EVENT_KINDS,
	isSkuOf,
	OTHER_STATES,
	PRODUCT_BRANDS,
	REGIONS,
	WATCH_LIMITS as MAX,
} from '@dropwire/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Id, lowerWord, NextCursor, NO_SKU_OF_BRAND, Region, Snowflake, StoredSku, text, word } from './fields.ts';

function list<S extends z.ZodType>(entry: S, max: number) {
	return z.array(entry).max(max, `must have at most ${max} entries`);
}

const nonEmpty = 'must have an entry, or be null for all';
const Regions = list(Region, REGIONS.length).min(1, nonEmpty).nullable();
const Sizes = list(text(MAX.size), MAX.sizes).min(1, nonEmpty).nullable();
const MaxPrice = z
	.object({
		/** In the currency's minor unit, inclusive. */
		amount: z
			.number({ error: 'must be a number' })
			.int('must be a whole number of the minor unit')
			.min(0, 'must not be negative')
			.max(MAX.amount, `must be at most ${MAX.amount}`),
		currency: z
			.string()
			.trim()
			.toUpperCase()
			.regex(/^[A-Z]{3}$/, 'must be a currency of three letters, like USD'),
	})
	.nullable();
const Kinds = list(word(EVENT_KINDS), MAX.kinds).min(1, 'must have a kind of event');
const States = list(lowerWord(OTHER_STATES), MAX.states);

const Watch = z.object({
	id: z.string(),
	brand: z.enum(PRODUCT_BRANDS),
	sku: z.string(),
	/** From the catalogue; null for a product that was never seen. */
	title: z.string().nullable(),
	image: z.string().nullable(),
	/** Null for all. */
	regions: z.array(z.string()).nullable(),
	/** Null for all. */
	sizes: z.array(z.string()).nullable(),
	/** The highest price, inclusive, in the currency's minor unit; a price in another currency does not match. */
	maxPrice: z.object({ amount: z.number().int(), currency: z.string() }).nullable(),
	kinds: z.array(z.string()),
	/** The states besides in stock that count as available. */
	states: z.array(z.string()),
	muted: z.boolean(),
	/** Epoch ms; null if it is not snoozed. */
	snoozedUntil: z.number().nullable(),
	/** Whether the person has more watches than they can have, and this is one of the newest: it gets no notices. */
	overLimit: z.boolean(),
	/** The regions of the watch in which the product is polled now. */
	polled: z.array(z.string()),
	createdAt: z.number(),
	/** The event of the last notice; null before the first one. */
	last: z.object({ eventId: z.string(), at: z.number() }).nullable(),
});
export type Watch = z.infer<typeof Watch>;

const Place = z.object({
	/** The server in which the person has a private thread; null for direct messages. */
	guildId: z.string().nullable(),
	/** The thread, or the channel of direct messages; null before the first message. */
	channelId: z.string().nullable(),
	/** `waiting`: nothing was sent there yet. */
	state: z.enum(['ok', 'unreachable', 'waiting']),
	/** Why the last notice went elsewhere or nowhere. */
	reason: z.string().nullable(),
	/** The servers that let members get private threads. */
	servers: z.array(z.object({ guildId: z.string(), name: z.string() })),
});
export type WatchPlace = z.infer<typeof Place>;

const id = z.object({ id: Id });
const quiet = {
	/** No notices until it is false again. */
	muted: z.boolean({ error: 'must be true or false' }).optional(),
	/** No notices until then, epoch ms; null to end it. */
	snoozedUntil: z.number({ error: 'must be a time in epoch ms' }).int().nullable().optional(),
};
/** Every call about a person's own watches: by a browser, a program, or the bot for the person of a command. */
const auth = { role: 'member', bot: true } as const;

/** Products that a person watches, and where their notices go. */
export const watchCalls = {
	watches: endpoint({
		method: 'GET',
		path: '/api/watches',
		auth,
		description: `The caller's watches, oldest first, ${MAX.page} a page; those of a brand or SKU with \`brand\` and \`sku\`. Only the caller can read them.`,
		query: z.object({ cursor: Id.optional(), brand: word(PRODUCT_BRANDS).optional(), sku: StoredSku.optional() }),
		output: z.object({
			data: z.array(Watch),
			/** How many the caller can have. */
			limit: z.number().int(),
			nextCursor: NextCursor,
		}),
	}),
	watchCreate: endpoint({
		method: 'POST',
		path: '/api/watches',
		auth,
		description:
			'Watches a product for the caller: the bot sends them a notice of each event that matches. The first watch opens their direct messages with a short confirmation. `note` says when nothing polls the product now.',
		body: z
			.object({
				brand: word(PRODUCT_BRANDS),
				sku: StoredSku,
				regions: Regions.default(null),
				/** As in a subscription. */
				sizes: Sizes.default(null),
				maxPrice: MaxPrice.default(null),
				kinds: Kinds.default(DEFAULT_WATCH_KINDS),
				states: States.default([]),
				...quiet,
			})
			.refine(({ brand, sku }) => isSkuOf(brand, sku), NO_SKU_OF_BRAND),
		output: z.object({ data: Watch, note: z.string().nullable() }),
		status: 201,
		errors: ['conflict'],
	}),
	watchEdit: endpoint({
		method: 'PATCH',
		path: '/api/watches',
		auth,
		description:
			"Changes one of the caller's watches: the fields that are given. Brand and SKU cannot be changed: remove the watch and make another one.",
		query: id,
		body: z.object({
			brand: z.undefined({ error: 'cannot be changed' }).optional(),
			sku: z.undefined({ error: 'cannot be changed' }).optional(),
			regions: Regions.optional(),
			sizes: Sizes.optional(),
			maxPrice: MaxPrice.optional(),
			kinds: Kinds.optional(),
			states: States.optional(),
			...quiet,
		}),
		output: z.object({ data: Watch }),
		errors: ['not_found'],
	}),
	watchDelete: endpoint({
		method: 'DELETE',
		path: '/api/watches',
		auth,
		description: "Removes one of the caller's watches. A notice of it that waits is not sent.",
		query: id,
		output: z.object({ data: id }),
		errors: ['not_found'],
	}),
	watchNoticeEdit: endpoint({
		method: 'PATCH',
		path: '/api/watchnotice',
		auth,
		description:
			"Mutes or snoozes the watches of one of the caller's notices, which a list of several products has. `id` is that of the first notice of its message.",
		query: id,
		body: z.object(quiet),
		output: z.object({
			/** How many watches were changed. */
			data: z.object({ watches: z.number().int() }),
		}),
		errors: ['not_found'],
	}),
	watchPlace: endpoint({
		method: 'GET',
		path: '/api/watchplace',
		auth,
		description: "Where the caller's notices go, and the servers in which they can have a private thread instead.",
		output: z.object({ data: Place }),
	}),
	watchPlaceSet: endpoint({
		method: 'POST',
		path: '/api/watchplace',
		auth,
		description:
			"Sends the caller's notices to a private thread in a server, or as direct messages. Moderators of the server who can manage threads can read the thread. It also tries again at once to reach a person who could not be reached.",
		body: z.object({ guildId: Snowflake.nullable() }),
		effects: 'own',
		output: z.object({ data: Place }),
		errors: ['upstream_failed'],
	}),
	personalChannel: endpoint({
		method: 'GET',
		path: '/api/personalchannel',
		auth: { role: 'client', guild: true },
		description: 'The text channel of a server in which members get private threads; null for none.',
		query: z.object({ guildId: Snowflake }),
		output: z.object({ data: z.object({ channelId: z.string().nullable() }) }),
	}),
	personalChannelSet: endpoint({
		method: 'POST',
		path: '/api/personalchannel',
		auth: { role: 'client', guild: true },
		description:
			'Lets members get private threads in a text channel of the server, or ends it: threads that exist stay. The bot needs View Channel, Create Private Threads and Send Messages in Threads there.',
		body: z.object({ guildId: Snowflake, channelId: Snowflake.nullable() }),
		effects: 'own',
		output: z.object({ data: z.object({ channelId: z.string().nullable() }) }),
		errors: ['upstream_failed'],
	}),
};
