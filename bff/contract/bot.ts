import { LIMITS, PRODUCT_STATUSES } from '@dropwire/db/topics';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Region, Sku, Snowflake, text } from './fields.ts';

const Guild = z.object({
	guildId: Snowflake,
	/** Null while Discord cannot tell. */
	name: text(100).nullable().default(null),
	icon: z.string().trim().max(64).nullable().default(null),
});

/** How a product stands in one region. */
const InRegion = z.object({
	region: Region,
	/** Null where the retailer has none, or nobody watches the product. */
	status: z.enum(PRODUCT_STATUSES).nullable(),
	/** As people write it: `$205.00`; null when unknown. */
	price: z.string().nullable(),
	/** The full price, where the product is discounted. */
	was: z.string().nullable(),
	launchAt: z.number().nullable(),
	available: z.boolean().nullable(),
	sizes: z.array(
		z.object({
			size: z.string(),
			available: z.boolean(),
			level: z.string().nullable(),
			count: z.number().int().nullable(),
		}),
	),
	url: z.string().nullable(),
	/** When it was last looked at, epoch ms. */
	checkedAt: z.number(),
	/** Why the retailer refuses to answer since then; null while it answers. */
	blocked: z.string().nullable(),
});
export type ProductInRegion = z.infer<typeof InRegion>;
const Card = z.object({
	sku: z.string(),
	title: z.string(),
	subtitle: z.string().nullable(),
	image: z.string().nullable(),
	/** Whether it is watched, so that the card says what the monitors last saw; else the retailer was asked just now. */
	watched: z.boolean(),
	regions: z.array(InRegion),
});
export type ProductCard = z.infer<typeof Card>;

/** What the Discord bot tells and asks; for its token, and for operators' programs. */
export const botCalls = {
	botGuilds: endpoint({
		method: 'POST',
		path: '/api/bot/guilds',
		who: 'admin',
		bot: true,
		tokenOnly: true,
		description:
			'The bot says which guilds it is in, of its shard: links of a guild that removed it are switched off, those of one that took it back are on again.',
		body: z
			.object({
				shard: z.number().int().nonnegative(),
				shards: z.number().int().positive().max(10_000),
				guilds: z.array(Guild).max(LIMITS.list, `must have at most ${LIMITS.list} guilds`),
			})
			.refine(({ shard, shards }) => shard < shards, { path: ['shard'], error: 'must be less than shards' }),
		output: z.object({ data: z.object({ left: z.array(z.string()), returned: z.array(z.string()) }) }),
		largeBody: true,
		errors: ['conflict'],
	}),
	botGuild: endpoint({
		method: 'POST',
		path: '/api/bot/guild',
		who: 'admin',
		guild: true,
		tokenOnly: true,
		description: 'The bot came into a guild or was removed from it: its links are on again, or switched off.',
		body: Guild.extend({ present: z.boolean() }),
		output: z.object({ data: z.object({ left: z.boolean(), returned: z.boolean() }) }),
	}),
	botChannel: endpoint({
		method: 'POST',
		path: '/api/bot/channel',
		who: 'admin',
		guild: true,
		tokenOnly: true,
		description:
			'The bot says which webhooks stand in a Discord channel now: those of our links that do not are switched off.',
		body: z.object({
			guildId: Snowflake,
			channelId: Snowflake,
			/** Null: the channel was deleted. */
			channelName: text(100).nullable(),
			webhookIds: z.array(Snowflake).max(100),
		}),
		output: z.object({ data: z.object({ off: z.array(z.string()) }) }),
	}),
	productCard: endpoint({
		method: 'GET',
		path: '/api/productcard',
		who: 'admin',
		guild: true,
		tokenOnly: true,
		limit: 'images',
		description: 'A product for a guild: what the monitors last saw, or else what the retailer says now.',
		query: z.object({ guildId: Snowflake, sku: Sku, region: Region.optional() }),
		output: z.object({ data: Card }),
		errors: ['not_found', 'upstream_failed'],
	}),
	skuSuggest: endpoint({
		method: 'GET',
		path: '/api/skusuggest',
		who: 'client',
		bot: true,
		description: 'Up to 25 products that are known, whose SKU begins so or whose title has the words.',
		query: z.object({ text: z.string().trim().max(LIMITS.sku).default('') }),
		output: z.object({ data: z.array(z.object({ sku: z.string(), title: z.string() })) }),
	}),
};
