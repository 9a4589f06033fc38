import { setImmediate } from 'node:timers/promises';
import { EventLink, type Knex, ShortUrl, tableByIndex } from '@dropwire/db';

/** Rows that one statement searches: a few milliseconds, in which an embedded database serves nothing else. */
const SEARCHED = 2000;
const INDEX = 'short_urls_createdat_slug_index';

type Row = Pick<ShortUrl, 'slug' | 'url' | 'clicks' | 'createdAt'>;
/** A row's place in the list, newest first. */
type Place = Pick<Row, 'createdAt' | 'slug'>;

/** The short URLs after a place, newest first; null begins with the newest. */
export async function newestUrls(knex: Knex, after: Place | null, max: number): Promise<Row[]> {
	const query = knex
		.from(tableByIndex(knex, ShortUrl.tableName, INDEX))
		.orderBy('createdAt', 'desc')
		.orderBy('slug', 'desc')
		.limit(max)
		.select('slug', 'url', 'clicks', 'createdAt');
	if (after) {
		// The first condition is the range of the index, which neither database finds in the usual form with `or`.
		void query.where('createdAt', '<=', after.createdAt).where((rest) => {
			void rest.where('createdAt', '<', after.createdAt).orWhere('slug', '<', after.slug);
		});
	}
	return query;
}

/** The newest short URLs after a place whose target or slug contains `text`, in any case. */
export async function searchUrls(knex: Knex, text: string, after: Place | null, max: number): Promise<Row[]> {
	const part = text.toLowerCase();
	const found: Row[] = [];
	for (let place = after; ; await setImmediate()) {
		const rows = await newestUrls(knex, place, SEARCHED);
		for (const row of rows) {
			const matches = [row.url, row.slug].some((value) => value.toLowerCase().includes(part));
			if (matches && found.push(row) === max) return found;
		}
		place = rows.at(-1) ?? null;
		if (rows.length < SEARCHED) return found;
	}
}

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
