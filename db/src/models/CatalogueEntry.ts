import type { Brand, CatalogueOrigin, Region } from '@dropwire/domain';
import { Row } from './Row.ts';

/** A SKU of a brand that was ever seen. Never deleted. */
export class CatalogueEntry extends Row {
	static override tableName = 'catalogue';
	static override idColumn = ['brand', 'sku'];

	declare brand: Brand;
	declare sku: string;
	declare title: string;
	declare subtitle: string | null;
	declare color: string | null;
	declare category: string | null;
	declare image: string | null;
	declare url: string | null;
	/** A date as a number: 20261126. */
	declare releasedOn: number | null;
	/** How the product became known; never changes. */
	declare origin: CatalogueOrigin;
	declare firstSeenAt: number;
	/** When it was last written; a watched product's last check can be later (`withLastCheck`). */
	declare lastSeenAt: number;
	/** The newest change in any region; without one, `firstSeenAt`. */
	declare changedAt: number;
	/** The columns whose values a shop has stated, separated by commas. */
	declare stated: string;
	/** The region of the shop that stated them; null before that. */
	declare statedIn: Region | null;
	/** See `productWords`. */
	declare words: string;
}
