import {
	DISCORD_URL_RULE,
	discordNameProblem,
	discordUrl,
	TOPIC_KINDS,
	isTimeOfDay,
	isTimeZone,
	LIMITS,
	OPTION_LIMITS as MAX,
	OTHER_STATES,
	type SubscriptionOptions,
} from '@dropwire/domain';
import { z } from 'zod';
import { lowerWord, Snowflake, text, word } from './fields.ts';

/** A list with an upper bound. */
function few<S extends z.ZodType>(entry: S, max: number) {
	return z.array(entry).max(max, `must have at most ${max} entries`);
}

/** A word or phrase to search for. */
const Term = text(MAX.term).refine((term) => /[\p{L}\p{N}]/u.test(term), 'must have a letter or a digit');
const Amount = z
	.number({ error: 'must be a number' })
	.nonnegative('must not be negative')
	.max(MAX.price, `must be at most ${MAX.price}`);
const TimeOfDay = z.string().trim().refine(isTimeOfDay, 'must be a time from 00:00 to 23:59, like 07:30');
const Name = text(MAX.name).refine((name) => discordNameProblem(name) === null, {
	error: ({ input }) => discordNameProblem(String(input)) ?? undefined,
});

const Zone = text(64).refine(isTimeZone, 'must be a time zone of the form Area/City, like Europe/Berlin, or UTC');
const Quiet = z
	.strictObject({
		from: TimeOfDay,
		to: TimeOfDay,
		zone: Zone,
	})
	.refine(({ from, to }) => from !== to, { path: ['to'], error: 'must differ from from' });

const { min, max } = MAX.reminderMinutes;
const Reminders = few(
	z
		.number({ error: 'must be a number of minutes' })
		.int('must be a whole number of minutes')
		.min(min, `must be at least ${min} minutes`)
		.max(max, `must be at most ${max} minutes`),
	MAX.reminders,
).transform((minutes) => [...new Set(minutes)].sort((a, b) => b - a));

const Digest = z.strictObject({
	weekday: z
		.number({ error: 'must be a number' })
		.int()
		.min(1, 'must be 1 (Monday) to 7')
		.max(7, 'must be 1 (Monday) to 7'),
	hour: z.number({ error: 'must be a number' }).int().min(0, 'must be 0 to 23').max(23, 'must be 0 to 23'),
	zone: Zone,
});

const Thread = z
	.strictObject({
		id: Snowflake.optional(),
		name: text(MAX.threadName).optional(),
		tags: few(Snowflake, MAX.tags).optional(),
	})
	.refine(({ id, name }) => (id === undefined) !== (name === undefined), 'must have either id or name')
	.refine(({ id, tags }) => id === undefined || tags === undefined, 'can only have tags with a name')
	.transform(({ id, name, tags }) =>
		id === undefined ? { name: name as string, ...(tags?.length && { tags }) } : { id },
	);

/** What a subscription says about its messages. Unlike elsewhere, unknown fields are rejected. */
export const Options = z
	.strictObject({
		mentions: few(Snowflake, MAX.mentions).optional(),
		include: few(Term, MAX.terms).optional(),
		exclude: few(Term, MAX.terms).optional(),
		sizes: few(text(MAX.size), MAX.sizes).optional(),
		states: few(lowerWord(OTHER_STATES), MAX.states).optional(),
		kinds: few(word(TOPIC_KINDS), MAX.kinds).optional(),
		minPrice: Amount.optional(),
		maxPrice: Amount.optional(),
		minDiscount: z
			.number({ error: 'must be a number' })
			.int('must be a whole number')
			.min(MAX.minDiscount.min, `must be at least ${MAX.minDiscount.min}`)
			.max(MAX.minDiscount.max, `must be at most ${MAX.minDiscount.max}`)
			.optional(),
		paused: z.boolean().optional(),
		quiet: Quiet.optional(),
		thread: Thread.optional(),
		reminders: Reminders.optional(),
		digest: Digest.optional(),
		watchButton: z.boolean({ error: 'must be true or false' }).optional(),
		name: Name.optional(),
		avatar: z
			.string()
			.trim()
			.max(LIMITS.url, `must have at most ${LIMITS.url} characters`)
			.pipe(z.url({ protocol: /^https$/, error: 'must be a URL that begins with https://' }))
			.refine((url) => discordUrl(url) !== undefined, DISCORD_URL_RULE)
			.optional(),
	})
	.refine(({ minPrice, maxPrice }) => minPrice === undefined || maxPrice === undefined || minPrice <= maxPrice, {
		path: ['minPrice'],
		error: 'must not be more than maxPrice',
	});

/** The options as answers show them; checked when they were saved. */
export const SavedOptions = z.custom<SubscriptionOptions>((value) => typeof value === 'object' && value !== null);
