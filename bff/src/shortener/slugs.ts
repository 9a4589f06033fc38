import { EventLink, type Knex, ShortUrl } from '@dropwire/db';

/**
 * nanoid-dictionary's "nolookalikes": without 0 O o, 1 I l, 2 Z, 5 S. 7 characters of 49 give 6.8e11 slugs, too many to
 * enumerate.
 */
export const ALPHABET = '346789ABCDEFGHJKLMNPQRTUVWXYabcdefghijkmnpqrtwxyz';
export const SLUG_LENGTH = 7;
const OPERATORS = new RegExp(`^[${ALPHABET}]{${SLUG_LENGTH}}$`);
/** `eventLink` in the engine. */
const EVENTS = /^[\w-]{12}$/;

/** The table with a slug: short URLs of operators, or those in messages; null for a text that is no slug. */
export function tableOf(slug: string): string | null {
	if (OPERATORS.test(slug)) return ShortUrl.tableName;
	return EVENTS.test(slug) ? EventLink.tableName : null;
}

/** The target of a slug; null if there is none. */
export async function findTarget(knex: Knex, slug: string): Promise<string | null> {
	const table = tableOf(slug);
	if (table === null) return null;
	const row: { url: string } | undefined = await knex(table).where({ slug }).first('url');
	return row?.url ?? null;
}
