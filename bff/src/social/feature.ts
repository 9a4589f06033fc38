import { BlacklistWord, type Knex, PromoCode, SocialGroup, SocialKeyword, SocialPost } from '@dropwire/db';
import { LIMITS, type SocialCategory } from '@dropwire/domain';
import { nextPost, wordKey, xKeys } from '@dropwire/engine';
import { CallError, invalidInput, notFound } from '../http/errors.ts';
import type { Feature } from '../http/feature.ts';
import { mustFindKeyword, mustFindPromo, mustFindWord } from './find.ts';

const RECENT = 50;
/** The width of the columns of normalized words. */
const MAX_KEY = 200;

/** The social-posting monitor: which events are posted to X, with which codes, and which words prevent a post. */
export const socialFeature = {
	handlers: {
		social: async ({ knex }) => ({
			keywords: await groups(knex),
			promocodes: (await PromoCode.query(knex).orderBy('id').limit(LIMITS.list)).map(presentPromo),
			blacklist: (await BlacklistWord.query(knex).orderBy('id').limit(LIMITS.list)).map(presentWord),
		}),

		promoInsert: async (call) => {
			const { promocode, description } = call.input;
			await mustBeNew(call.knex, promocode);
			const row = await PromoCode.query(call.knex).insertAndFetch({ promocode, description });
			call.audit({ target: `promo code ${row.id}`, after: { promocode, description } });
			return presentPromo(row);
		},
		promoEdit: async (call) => {
			const { id, promocode, description } = call.input;
			const before = await mustFindPromo(call.knex, id, call.input.before);
			await mustBeNew(call.knex, promocode, before.id);
			const row = await PromoCode.query(call.knex).patchAndFetchById(before.id, { promocode, description });
			call.audit({ target: `promo code ${id}`, before: presentPromo(before), after: presentPromo(row) });
			return presentPromo(row);
		},
		promoDelete: async (call) => {
			const before = await mustFindPromo(call.knex, call.input.id, call.input.before);
			await PromoCode.query(call.knex).deleteById(before.id);
			call.audit({ target: `promo code ${before.id}`, before: presentPromo(before) });
			return { _id: String(before.id) };
		},

		blacklistInsert: async (call) => {
			const { blacklist, category } = call.input;
			const key = await newWordKey(call.knex, category, blacklist);
			const word = { blacklistword: blacklist, category, wordKey: key };
			const row = await BlacklistWord.query(call.knex).insertAndFetch(word);
			call.audit({ target: `blacklist ${row.id}`, after: presentWord(row) });
			return presentWord(row);
		},
		blacklistEdit: async (call) => {
			const { id, blacklist } = call.input;
			const before = await mustFindWord(call.knex, id, call.input.before);
			const key = await newWordKey(call.knex, before.category, blacklist, before.id);
			const row = await BlacklistWord.query(call.knex).patchAndFetchById(before.id, {
				blacklistword: blacklist,
				wordKey: key,
			});
			call.audit({ target: `blacklist ${id}`, before: presentWord(before), after: presentWord(row) });
			return presentWord(row);
		},
		blacklistDelete: async (call) => {
			const before = await mustFindWord(call.knex, call.input.id, call.input.before);
			await BlacklistWord.query(call.knex).deleteById(before.id);
			call.audit({ target: `blacklist ${before.id}`, before: presentWord(before) });
			return { _id: String(before.id) };
		},

		keywordInsert: async (call) => {
			const { keyword, category, changeType, cooldown } = call.input;
			const group = await SocialGroup.query(call.knex).findOne({ category }).throwIfNotFound();
			const titleKey = await newKeywordKey(call.knex, group.id, 'keyword', keyword);
			await SocialKeyword.query(call.knex).insert({
				groupId: group.id,
				title: keyword,
				titleKey,
				changeType,
				cooldown,
			});
			call.audit({ target: `keywords ${category}`, after: { keyword, changeType, cooldown } });
			return groups(call.knex);
		},
		keywordUpdate: async (call) => {
			const { id, keywordId, keywords: title, changeType, cooldown } = call.input;
			const before = await mustFindKeyword(call.knex, id, keywordId, call.input.before);
			const titleKey = await newKeywordKey(call.knex, before.groupId, 'keywords', title, before.id);
			await SocialKeyword.query(call.knex).findById(before.id).patch({ title, titleKey, changeType, cooldown });
			call.audit({
				target: `keyword ${keywordId}`,
				before: { title: before.title, changeType: before.changeType, cooldown: before.cooldown },
				after: { title, changeType, cooldown },
			});
			return groups(call.knex);
		},
		keywordDelete: async (call) => {
			const { id, keywordId } = call.input;
			const before = await mustFindKeyword(call.knex, id, keywordId, call.input.before);
			await SocialKeyword.query(call.knex).deleteById(before.id);
			call.audit({ target: `keyword ${before.id}`, before: { title: before.title } });
			return groups(call.knex);
		},
		keywordsSwitch: async (call) => {
			const { id, istweetingon: enabled } = call.input;
			const group = await SocialGroup.query(call.knex).findById(Number(id));
			if (!group) throw notFound('This group');
			await SocialGroup.query(call.knex).findById(group.id).patch({ enabled });
			call.audit({ target: `keywords ${group.category}`, before: { on: group.enabled }, after: { on: enabled } });
			return groups(call.knex);
		},

		socialPosts: async ({ knex, server }) => {
			const next = await nextPost(knex);
			const posts = await SocialPost.query(knex).orderBy('id', 'desc').limit(RECENT);
			return {
				connected: xKeys(server.settings) !== null,
				preview: next?.text ?? null,
				hindrances: next?.hindrances ?? [],
				data: posts.map(({ id, keyword, text, status, reason, createdAt, postedAt }) => ({
					id: String(id),
					keyword,
					text,
					status,
					reason,
					createdAt,
					postedAt,
				})),
			};
		},
	},
} satisfies Feature;

async function groups(knex: Knex) {
	const rows = await SocialGroup.query(knex)
		.withGraphFetched('keywords')
		.modifyGraph('keywords', (keywords) => {
			void keywords.orderBy('id').limit(LIMITS.list);
		})
		.orderBy('id');
	return rows.map(({ id, category, enabled, keywords = [] }) => ({
		_id: String(id),
		category,
		istwitterkeywordon: enabled,
		keywords: keywords.map((keyword) => ({
			id: String(keyword.id),
			title: keyword.title,
			changeType: keyword.changeType,
			cooldown: keyword.cooldown,
		})),
	}));
}

function presentPromo({ id, promocode, description }: PromoCode) {
	return { _id: String(id), promocode, description };
}

function presentWord({ id, blacklistword, category }: BlacklistWord) {
	return { _id: String(id), blacklistword, category };
}

/** @throws CallError 409 when another row has this code */
async function mustBeNew(knex: Knex, promocode: string, but?: number): Promise<void> {
	const other = await PromoCode.query(knex).findOne({ promocode });
	if (other && other.id !== but) {
		throw new CallError('conflict', 'This promo code already exists.', { promocode: 'already exists' });
	}
}

/** The normalized form of words. @throws CallError 400 for words without letters, or too long when normalized */
function keyOf(field: string, words: string): string {
	const key = wordKey(words);
	if (key === '') throw invalidInput({ [field]: 'must have a letter or a digit' });
	if (key.length > MAX_KEY) {
		const rule = `must be shorter: as searches compare it, it has ${key.length} characters, and ${MAX_KEY} is the limit (a Korean syllable has up to 3)`;
		throw invalidInput({ [field]: rule });
	}
	return key;
}

/** The normalized form of a word. @throws CallError 400, 409 for a word that exists */
async function newWordKey(knex: Knex, category: SocialCategory, word: string, but?: number): Promise<string> {
	const key = keyOf('blacklist', word);
	const other = await BlacklistWord.query(knex).findOne({ category, wordKey: key });
	if (other && other.id !== but) {
		throw new CallError('conflict', 'This word is blacklisted already.', { blacklist: 'is blacklisted already' });
	}
	return key;
}

async function newKeywordKey(
	knex: Knex,
	groupId: number,
	field: 'keyword' | 'keywords',
	title: string,
	but?: number,
): Promise<string> {
	const titleKey = keyOf(field, title);
	const other = await SocialKeyword.query(knex).findOne({ groupId, titleKey });
	if (other && other.id !== but) {
		throw new CallError('conflict', 'This keyword already exists in its category.', { [field]: 'already exists' });
	}
	return titleKey;
}
