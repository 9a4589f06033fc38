import { BlacklistWord, type Knex, PromoCode, SocialKeyword } from '@dropwire/db';
import { notFound } from '../http/errors.ts';
import { mustBeAsSeen } from '../http/mustBeAsSeen.ts';

type Promo = Pick<PromoCode, 'promocode' | 'description'>;
type Word = Pick<BlacklistWord, 'blacklistword'>;
type Keyword = Pick<SocialKeyword, 'title' | 'changeType' | 'cooldown'>;

/** @throws CallError 404; 409 when it is not as the caller has seen it */
export async function mustFindPromo(knex: Knex, id: string, seen?: Promo): Promise<PromoCode> {
	const row = await PromoCode.query(knex).findById(Number(id)).forUpdate();
	if (!row) throw notFound('This promo code');
	mustBeAsSeen<Promo>(row, seen, 'This promo code', `"${row.promocode}" (${row.description})`);
	return row;
}

/** @throws CallError 404; 409 when it is not as the caller has seen it */
export async function mustFindWord(knex: Knex, id: string, seen?: Word): Promise<BlacklistWord> {
	const row = await BlacklistWord.query(knex).findById(Number(id)).forUpdate();
	if (!row) throw notFound('This word');
	mustBeAsSeen<Word>(row, seen, 'This word', `"${row.blacklistword}"`);
	return row;
}

/** @throws CallError 404; 409 when it is not as the caller has seen it */
export async function mustFindKeyword(knex: Knex, groupId: string, id: string, seen?: Keyword): Promise<SocialKeyword> {
	const row = await SocialKeyword.query(knex)
		.findOne({ id: Number(id), groupId: Number(groupId) })
		.forUpdate();
	if (!row) throw notFound('This keyword');
	const { title, changeType, cooldown } = row;
	mustBeAsSeen<Keyword>(row, seen, 'This keyword', `"${title}" (${changeType}, cooldown ${cooldown} s)`);
	return row;
}
