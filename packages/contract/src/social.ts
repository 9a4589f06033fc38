import { COOLDOWN_MOST, LIMITS, SOCIAL_CATEGORIES, SOCIAL_CHANGES, SOCIAL_STATUSES } from '@dropwire/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Id, text } from './fields.ts';

function lower<const W extends readonly [string, ...string[]]>(words: W) {
	return z
		.string()
		.trim()
		.toLowerCase()
		.pipe(z.enum(words, { error: `must be one of ${words.join(', ')}` }));
}
const Category = lower(SOCIAL_CATEGORIES);
const ChangeType = lower(SOCIAL_CHANGES);
/** Whole seconds; an empty field means 0. */
const Cooldown = z
	.union([
		z.number(),
		z
			.string()
			.trim()
			.regex(/^\d{0,6}$/, 'must be a whole number of seconds')
			.transform(Number),
	])
	.pipe(
		z
			.number()
			.int('must be a whole number of seconds')
			.min(0, `must be from 0 to ${COOLDOWN_MOST}`)
			.max(COOLDOWN_MOST, `must be from 0 to ${COOLDOWN_MOST}`),
	);
const Words = text(LIMITS.label);

const Promo = z.object({ _id: z.string(), promocode: z.string(), description: z.string() });
const Blacklisted = z.object({ _id: z.string(), blacklistword: z.string(), category: z.enum(SOCIAL_CATEGORIES) });
const Group = z.object({
	_id: z.string(),
	category: z.enum(SOCIAL_CATEGORIES),
	istwitterkeywordon: z.boolean(),
	keywords: z.array(
		z.object({ id: z.string(), title: z.string(), changeType: z.enum(SOCIAL_CHANGES), cooldown: z.number().int() }),
	),
});
const Groups = z.array(Group);
/** The values that the caller has read: 409 if somebody has changed them since. Absent, they do not matter. */
const seen = <V extends z.ZodObject>(values: V) => ({ before: values.optional() });
const promoSeen = seen(Promo.omit({ _id: true }));
const wordSeen = seen(Blacklisted.pick({ blacklistword: true }));
const keywordSeen = seen(Group.shape.keywords.element.omit({ id: true }));
const IF_SEEN = 'With the values that the caller has read as `before`: 409 if somebody has changed them since.';
export type KeywordGroup = z.infer<typeof Group>;
const Removed = z.object({ _id: z.string() });
const promo = { promocode: Words, description: text(LIMITS.title) };

function change<const P extends `/twitter/${string}`, B extends z.ZodObject, O extends z.ZodType>(
	path: P,
	description: string,
	body: B,
	output: O,
) {
	return endpoint({
		method: 'POST',
		path,
		auth: { role: 'admin' },
		description,
		body,
		output,
		errors: ['not_found', 'conflict'],
	});
}

/** The social-posting monitor. */
export const socialCalls = {
	social: endpoint({
		method: 'GET',
		path: '/twitter/keywords',
		auth: { role: 'admin' },
		description: 'Keyword groups, promo codes and the blacklist. Both categories are always present.',
		output: z.object({ keywords: Groups, promocodes: z.array(Promo), blacklist: z.array(Blacklisted) }),
	}),
	promoInsert: change('/twitter/insert-promocode', 'Adds a promo code.', z.object(promo), Promo),
	promoEdit: change(
		'/twitter/edit-promocode',
		`Changes a promo code. ${IF_SEEN}`,
		z.object({ ...promo, id: Id, ...promoSeen }),
		Promo,
	),
	promoDelete: change(
		'/twitter/delete-promocode',
		`Removes a promo code. ${IF_SEEN}`,
		z.object({ id: Id, ...promoSeen }),
		Removed,
	),
	blacklistInsert: change(
		'/twitter/insert-blacklist',
		'Adds a word that forbids posts of its category.',
		z.object({ blacklist: Words, category: Category }),
		Blacklisted,
	),
	blacklistEdit: change(
		'/twitter/edit-blacklist',
		`Changes a blacklisted word. ${IF_SEEN}`,
		z.object({ blacklist: Words, id: Id, ...wordSeen }),
		Blacklisted,
	),
	blacklistDelete: change(
		'/twitter/delete-blacklist',
		`Removes a blacklisted word. ${IF_SEEN}`,
		z.object({ id: Id, ...wordSeen }),
		Removed,
	),
	keywordInsert: endpoint({
		method: 'POST',
		path: '/twitter/insert-keywords',
		auth: { role: 'admin' },
		description: 'Adds a keyword to a category.',
		body: z.object({ keyword: Words, changeType: ChangeType, cooldown: Cooldown, category: Category }),
		output: Groups,
		status: 201,
		errors: ['conflict'],
	}),
	keywordUpdate: change(
		'/twitter/update-keywords',
		`Changes a keyword; \`keywords\` is the new title, \`id\` the group. ${IF_SEEN}`,
		z.object({ keywords: Words, id: Id, keywordId: Id, changeType: ChangeType, cooldown: Cooldown, ...keywordSeen }),
		Groups,
	),
	keywordDelete: change(
		'/twitter/delete-keywords',
		`Removes a keyword. ${IF_SEEN}`,
		z.object({ id: Id, keywordId: Id, ...keywordSeen }),
		Groups,
	),
	keywordsSwitch: change(
		'/twitter/update-keywords-status',
		'Switches the posts of a category on or off.',
		z.object({ id: Id, istweetingon: z.boolean() }),
		Groups,
	),
	socialPosts: endpoint({
		method: 'GET',
		path: '/twitter/posts',
		auth: { role: 'admin' },
		description: 'The newest posts with their status, whether X is connected, and a preview of the next post.',
		output: z.object({
			connected: z.boolean(),
			/** Composed from the newest event that a keyword matches, otherwise from the newest; null if no events exist. */
			preview: z.string().nullable(),
			/** Why a change like that of the preview would not be posted now. */
			hindrances: z.array(z.string()),
			data: z.array(
				z.object({
					id: z.string(),
					keyword: z.string(),
					text: z.string(),
					status: z.enum(SOCIAL_STATUSES),
					reason: z.string().nullable(),
					createdAt: z.number(),
					postedAt: z.number().nullable(),
				}),
			),
		}),
	}),
};
