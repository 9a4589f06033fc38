import type { Region } from '@dropwire/domain';
import { Row } from './Row.ts';

/** What to look for in the list of a shop. */
export class KeywordWatch extends Row {
	static override tableName = 'keyword_watches';
	static override jsonAttributes = ['include', 'exclude', 'unread'];

	declare id: number;
	/** The source's name: `NIKE`, `SHOPS`. */
	declare source: string;
	declare region: Region;
	/** The origin of the shop; null for a source that is one shop. */
	declare shop: string | null;
	declare include: string[];
	declare exclude: string[];
	/** In the currency's main unit. */
	declare minPrice: number | null;
	declare maxPrice: number | null;
	/** The last search, and why it failed; null before it, and if it did not. */
	declare checkedAt: number | null;
	declare problem: string | null;
	/** The last time that a search found many new products, which were sent as one message; null for never. */
	declare notice: string | null;
	/** The first search that the shop answered: what it found is no news. */
	declare baselineAt: number | null;
	/** The phrases that alone could not be searched yet: what their first complete list has is no news; null before a search. */
	declare unread: string[] | null;
	declare createdAt: number;
	declare createdBy: string | null;
}
