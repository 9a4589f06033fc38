import { BlacklistWord, type Knex, PromoCode, SocialGroup, SocialKeyword } from '@dropwire/db';
import type { SocialCategory } from '@dropwire/domain';
import type { ProductEvent } from '../product/event.ts';
import { matchesKeyword, wordKey } from '../product/words.ts';
import { categoryOf, CHANGE_OF } from './categories.ts';
import { composePost } from './composePost.ts';

/** The maximum number of promo codes in a post. */
export const MAX_CODES = 10;

/**
 * Stores an event's post, in the event's own transaction, if a keyword matches: its words are in the title, its change
 * type matches, its category is enabled, the title contains no blacklisted word, and its cooldown has passed. The
 * poster decides what happens if X is not connected: it then keeps queued posts without sending them.
 */
export async function queuePost(trx: Knex.Transaction, eventId: number, event: ProductEvent): Promise<boolean> {
	const product = event.after ?? event.before;
	if (!product) return false;
	const keyword = await wantedBy(trx, event, wordKey(product.title), categoryOf(product.category));
	if (!keyword) return false;
	// Two events at the same moment: only the event that updates the keyword's time gets the post.
	const taken = await SocialKeyword.query(trx)
		.findById(keyword.id)
		.where('usedAt', keyword.usedAt)
		.patch({ usedAt: event.at });
	if (taken === 0) return false;
	const codes = await PromoCode.query(trx).orderBy('id').limit(MAX_CODES);
	await trx('social_posts').insert({
		eventId,
		keyword: keyword.title,
		text: composePost(event, codes),
		status: 'pending',
		createdAt: event.at,
	});
	return true;
}

async function wantedBy(
	trx: Knex.Transaction,
	event: ProductEvent,
	titleKey: string,
	category: SocialCategory,
): Promise<SocialKeyword | undefined> {
	const changeType = CHANGE_OF[event.kind];
	const group = await SocialGroup.query(trx).findOne({ category, enabled: true });
	if (!group || !changeType) return undefined;
	const keywords = await SocialKeyword.query(trx).where({ groupId: group.id, changeType }).orderBy('id');
	const rested = ({ cooldown, usedAt }: SocialKeyword) => cooldown === 0 || event.at - usedAt >= cooldown * 1000;
	const wanted = keywords.find((keyword) => matchesKeyword(titleKey, keyword.titleKey) && rested(keyword));
	if (!wanted) return undefined;
	const forbidden = await BlacklistWord.query(trx).where({ category });
	return forbidden.some(({ wordKey: key }) => matchesKeyword(titleKey, key)) ? undefined : wanted;
}
