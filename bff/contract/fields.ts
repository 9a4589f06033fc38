import { LIMITS, REGIONS, WATCH_LISTS, type WatchList } from '@dropwire/db/topics';
import { z } from 'zod';

/** A word from a closed list, in any letter case; stored in upper case. */
export function word<const W extends readonly [string, ...string[]]>(words: W) {
	return z
		.string()
		.trim()
		.toUpperCase()
		.pipe(z.enum(words, { error: `must be one of ${words.join(', ')}` }));
}

/** Text that must be there, trimmed, and at most `max` characters. */
export function text(max: number) {
	return z.string().trim().min(1, 'must not be empty').max(max, `must have at most ${max} characters`);
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
export const Label = text(LIMITS.label);
export const Sku = text(LIMITS.sku).toUpperCase();
export const ToolsName = text(64);
/** An address of the web, http or https. */
export const WebUrl = z
	.string()
	.trim()
	.max(LIMITS.url, `must have at most ${LIMITS.url} characters`)
	.pipe(z.url({ protocol: /^https?$/, error: 'must be an address that begins with http:// or https://' }));
/** Which hosts count as Discord is the server's business; here only the length and that it is a URL. */
export const WebhookUrl = z
	.string()
	.trim()
	.max(LIMITS.url, `must have at most ${LIMITS.url} characters`)
	.pipe(z.url({ protocol: /^https?$/, error: 'must be a Discord webhook URL' }));
export const WatchListName = word(Object.keys(WATCH_LISTS) as [WatchList, ...WatchList[]]);

/** Where the next page starts; null on the last one. */
export const NextCursor = z.string().nullable();

/** How a webhook fares: off with the reason, or what became of its newest message. */
export const Health = z.object({
	active: z.boolean(),
	offReason: z.string().nullable(),
	lastStatus: z.string().nullable(),
	lastReason: z.string().nullable(),
	lastAt: z.number().nullable(),
});
export type Health = z.infer<typeof Health>;
