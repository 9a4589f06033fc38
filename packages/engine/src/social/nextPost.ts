import { BlacklistWord, EventRow, type Knex, PromoCode, SocialGroup, SocialKeyword } from '@dropwire/db';
import type { ProductSnapshot } from '@dropwire/retailers';
import type { ProductEvent } from '../product/event.ts';
import { matchesKeyword, wordKey } from '../product/words.ts';
import { categoryOf, CHANGE_OF } from './categories.ts';
import { composePost } from './composePost.ts';
import { MAX_CODES } from './queuePost.ts';

/** The newest events that are searched for one that a keyword matches. */
const MAX_READ = 100;

/** A post as it would look now. */
export interface NextPost {
	text: string;
	/** Why a change like this would not be posted now; empty if it would be. */
	hindrances: string[];
}

/** The newest event that would be posted, else the newest that a keyword matches, else the newest; null without events. */
export async function nextPost(knex: Knex, now = Date.now()): Promise<NextPost | null> {
	const rows = await EventRow.query(knex).orderBy('id', 'desc').limit(MAX_READ);
	const [groups, keywords, forbidden, codes] = await Promise.all([
		SocialGroup.query(knex),
		SocialKeyword.query(knex).orderBy('id'),
		BlacklistWord.query(knex),
		PromoCode.query(knex).orderBy('id').limit(MAX_CODES),
	]);

	function judge(event: ProductEvent) {
		const product = event.after ?? event.before;
		const change = CHANGE_OF[event.kind];
		if (!product || !change) return null;
		const category = categoryOf(product.category);
		const group = groups.find((one) => one.category === category);
		const title = wordKey(product.title);
		const wanted = keywords.filter(
			({ groupId, changeType, titleKey }) =>
				groupId === group?.id && changeType === change && matchesKeyword(title, titleKey),
		);
		const word = forbidden.find((one) => one.category === category && matchesKeyword(title, one.wordKey));
		const waiting = wanted.map(({ cooldown, usedAt }) => usedAt + cooldown * 1000 - now);
		const restS = Math.ceil(Math.min(...waiting) / 1000);
		const hindrances = [
			...(wanted.length === 0 ? [`No ${category} keyword for a change of the type "${change}" is in its title.`] : []),
			...(word ? [`Its title contains "${word.blacklistword}", which is blacklisted.`] : []),
			...(group?.enabled ? [] : [`Posts about ${category === 'shoe' ? 'shoes' : 'other products'} are switched off.`]),
			...(wanted.length > 0 && restS > 0 ? [`Its keyword is in its cooldown for ${restS} s.`] : []),
		];
		return { event, hindrances, matches: wanted.length > 0 && !word };
	}

	const judged = rows.flatMap((row) => judge(eventOf(row)) ?? []);
	const shown =
		judged.find(({ hindrances }) => hindrances.length === 0) ?? judged.find(({ matches }) => matches) ?? judged[0];
	return shown ? { text: composePost(shown.event, codes), hindrances: shown.hindrances } : null;
}

function eventOf(row: EventRow): ProductEvent {
	const snapshot = (json: string | null) => (json === null ? null : (JSON.parse(json) as ProductSnapshot));
	return { ...row, before: snapshot(row.before), after: snapshot(row.after) };
}
