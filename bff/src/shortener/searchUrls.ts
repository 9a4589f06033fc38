import { setImmediate } from 'node:timers/promises';
import { type Knex, ShortUrl, tableByIndex } from '@dropwire/db';

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
