import { BlacklistWord, type Knex, PromoCode, SocialGroup, SocialKeyword } from '@dropwire/db';
import type { EventKind, SocialCategory, SocialChange } from '@dropwire/db/topics';
import type { ProductEvent } from '../monitor/event.ts';
import { composePost } from './composePost.ts';
import { hasWords, wordKey } from './words.ts';

/** Which kinds of event a change type stands for. */
const CHANGE_OF: Readonly<Record<EventKind, SocialChange>> = {
	SHOCK_DROP: 'state',
	NEW: 'state',
	STATUS: 'state',
	PRICE: 'price',
	RESTOCK: 'restock',
	STOCK: 'restock',
};
/** Promo codes that a post can have room for. */
const MOST_CODES = 10;

/**
 * Stores the post of an event, in the event's own transaction, when a keyword wants one: its words stand in the title,
 * the change is of its type, its category is on, no blacklisted word is in the title, and its cooldown has passed.
 * Whether X is connected is the poster's business: what it finds waiting while it is not, it keeps as such.
 */
export async function queuePost(trx: Knex.Transaction, eventId: number, event: ProductEvent): Promise<boolean> {
	const product = event.after ?? event.before;
	if (!product) return false;
	const keyword = await wantedBy(trx, event, wordKey(product.title), categoryOf(product.category));
	if (!keyword) return false;
	// Two events at the same moment: the one that moves the time on has the post.
	const taken = await SocialKeyword.query(trx)
		.findById(keyword.id)
		.where('usedAt', keyword.usedAt)
		.patch({ usedAt: event.at });
	if (taken === 0) return false;
	const codes = await PromoCode.query(trx).orderBy('id').limit(MOST_CODES);
	await trx('social_posts').insert({
		eventId,
		keyword: keyword.title,
		text: composePost(event, codes),
		status: 'pending',
		createdAt: event.at,
	});
	return true;
}

/** Footwear is `shoe`, all else `other`. */
export function categoryOf(category: string): SocialCategory {
	return category === 'SHOES' || category === 'REFURBISHED' ? 'shoe' : 'other';
}

async function wantedBy(
	trx: Knex.Transaction,
	event: ProductEvent,
	titleKey: string,
	category: SocialCategory,
): Promise<SocialKeyword | undefined> {
	const group = await SocialGroup.query(trx).findOne({ category, enabled: true });
	if (!group) return undefined;
	const keywords = await SocialKeyword.query(trx)
		.where({ groupId: group.id, changeType: CHANGE_OF[event.kind] })
		.orderBy('id');
	const rested = ({ cooldown, usedAt }: SocialKeyword) => cooldown === 0 || event.at - usedAt >= cooldown * 1000;
	const wanted = keywords.find((keyword) => hasWords(titleKey, keyword.titleKey) && rested(keyword));
	if (!wanted) return undefined;
	const forbidden = await BlacklistWord.query(trx).where({ category });
	return forbidden.some(({ wordKey: key }) => hasWords(titleKey, key)) ? undefined : wanted;
}
