import {
	HP_LIST,
	isPlausibleTime,
	isSku,
	LIMITS,
	LINK_LIST,
	REGIONS,
	SKU_RULE,
	TIME_LIMITS,
	WATCH_LISTS,
	type WatchList,
} from '@dropwire/domain';
import { z } from 'zod';

/** One word from a list, in any letter case; stored in upper case. */
export function word<const W extends readonly [string, ...string[]]>(words: W) {
	return z
		.string()
		.trim()
		.toUpperCase()
		.meta({ enum: words })
		.pipe(z.enum(words, { error: `must be one of ${words.join(', ')}` }));
}

/** As `word`, for words that are stored in lower case. */
export function lowerWord<const W extends readonly [string, ...string[]]>(words: W) {
	return z
		.string()
		.trim()
		.toLowerCase()
		.meta({ enum: words })
		.pipe(z.enum(words, { error: `must be one of ${words.join(', ')}` }));
}

/** Required text, trimmed, with at most `max` characters. */
export function text(max: number) {
	return z.string().trim().min(1, 'must not be empty').max(max, `must have at most ${max} characters`);
}

/** As `text`, in capitals. The bound is checked after that: `ß` becomes `SS`. */
export function upperText(max: number) {
	return z.string().trim().toUpperCase().min(1, 'must not be empty').max(max, `must have at most ${max} characters`);
}

/** A whole number in a query, written in digits; an empty value is none. */
export function queryNumber(min: number, max: number, error: string = `must be a whole number from ${min} to ${max}`) {
	const read = (value: unknown) =>
		typeof value === 'string' ? Number(/^\s*-?\d+\s*$/.test(value) ? value : Number.NaN) : value;
	return z.preprocess(read, z.number(error).int(error).min(min, error).max(max, error));
}

const TIME_RULE = 'must be a time in milliseconds since 1970, before the year 2100';
/** A time in a query, epoch ms. */
export const QueryTime = queryNumber(TIME_LIMITS.from, TIME_LIMITS.until - 1, TIME_RULE);

/** How far an external monitor's clock can be ahead of the server's, ms. */
const CLOCK_AHEAD_MS = 60_000;
/** When an external monitor has read something. */
export const ObservedAt = z.iso
	.datetime({ offset: true, error: 'must be a time like 2026-04-30T14:00:00Z' })
	.refine((time) => isPlausibleTime(Date.parse(time)), {
		error: ({ input }) => `must not be before 1970: ${String(input)}`,
	})
	.refine((time) => Date.parse(time) <= Date.now() + CLOCK_AHEAD_MS, {
		error: ({ input }) =>
			`must not be in the future: ${String(input)}, and the server's time is ${new Date().toISOString()}`,
	});

/** {@link ObservedAt}, also in epoch ms. */
export const ObservedMs = z.preprocess((value) => (typeof value === 'number' ? isoOf(value) : value), ObservedAt);

function isoOf(ms: number): string | number {
	return isPlausibleTime(ms) ? new Date(ms).toISOString() : ms;
}

export const Region = word(REGIONS);
export const Snowflake = z
	.string()
	.trim()
	.regex(/^\d{17,20}$/, 'must be a Discord id of 17 to 20 digits');
/** Ids are strings on the wire and numbers in the database. */
export const Id = z
	.string()
	.trim()
	.regex(/^\d{1,15}$/, 'must be an id');
/** Rows to delete. Those that are already gone are skipped. */
export const deletedIds = <Id extends z.ZodType>(id: Id) =>
	z
		.array(id)
		.min(1, 'must have at least one id')
		.max(LIMITS.deletedPerCall, `must have at most ${LIMITS.deletedPerCall} ids`);
export const Label = text(LIMITS.label);
/** A SKU that a shop or an image host is asked for. */
export const Sku = text(LIMITS.sku).refine(isSku, SKU_RULE).toUpperCase();
/** A SKU of a stored product: that of a link keeps its letter case; any other is found in any, and stored in capitals. */
export const StoredSku = text(LIMITS.sku).refine((sku) => sku.toUpperCase().length <= LIMITS.sku, {
	error: `must have at most ${LIMITS.sku} characters in capitals`,
});
/** For a product whose brand cannot have its SKU. */
export const NO_SKU_OF_BRAND = { path: ['sku'], error: SKU_RULE };
export const ToolsName = text(64);
/** An http(s) URL. */
export const WebUrl = z
	.string()
	.trim()
	.max(LIMITS.url, `must have at most ${LIMITS.url} characters`)
	.pipe(z.url({ protocol: /^https?$/, error: 'must be a URL that begins with http:// or https://' }));
/** Checks only that the value is a URL of a valid length; the server checks the host. */
export const WebhookUrl = z
	.string()
	.trim()
	.max(LIMITS.url, `must have at most ${LIMITS.url} characters`)
	.pipe(z.url({ protocol: /^https?$/, error: 'must be a Discord webhook URL' }));
/** The lists of the SKU manager: the monitors', HP's, and that of links to any other shop. */
export const WatchListName = word([...(Object.keys(WATCH_LISTS) as [WatchList, ...WatchList[]]), HP_LIST, LINK_LIST]);

/** The columns that identify a topic. */
export const TopicKey = {
	brand: z.string(),
	category: z.string(),
	region: z.string(),
	status: z.string(),
};

/** The cursor of the next page; null on the last page. */
export const NextCursor = z.string().nullable();

/** The health of a webhook: switched off with the reason, or the outcome of its latest message. */
export const Health = z.object({
	active: z.boolean(),
	offReason: z.string().nullable(),
	lastStatus: z.string().nullable(),
	lastReason: z.string().nullable(),
	lastAt: z.number().nullable(),
	/** Only while the webhook must wait: until when, epoch ms, and why; null if Discord did not order it. */
	pausedUntil: z.number().optional(),
	pauseReason: z.string().nullable().optional(),
});
export type Health = z.infer<typeof Health>;

/** The webhook's place and name at Discord, as last reported by Discord. */
/** A role of a Discord server. */
export const GuildRole = z.object({ id: Snowflake, name: z.string().max(100) });
export type GuildRole = z.infer<typeof GuildRole>;

export const DiscordPlace = z.object({
	/** True if the webhook is in a server that the caller does not manage; the other fields are then null. */
	otherServer: z.boolean(),
	guildId: z.string().nullable(),
	/** Also null for a server that does not use Dropwire. */
	guildName: z.string().nullable(),
	channelId: z.string().nullable(),
	/**
	 * Also null until the bot has seen the channel: Discord's response about a webhook does not contain the channel's
	 * name.
	 */
	channelName: z.string().nullable(),
	/** The name of the webhook itself. */
	name: z.string().nullable(),
});
export type DiscordPlace = z.infer<typeof DiscordPlace>;
/** Null until Discord has reported it. */
export const Place = DiscordPlace.nullable();
