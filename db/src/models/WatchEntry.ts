import type { ShopAdapter } from '@dropwire/domain';
import { Row } from './Row.ts';

/** A SKU (or product link) on a watch list. */
export class WatchEntry extends Row {
	static override tableName = 'watch_entries';

	declare id: number;
	declare list: string;
	declare sku: string;
	/** SHA-256 of `sku`, since a link is too long for a unique index. */
	declare skuHash: string;
	declare productLink: string | null;
	/** The SKU of a link's product in `products`; provisional until the link was read. Null for an entry that is a SKU. */
	declare productSku: string | null;
	/** The format in which the link was read first; null before that. */
	declare adapter: ShopAdapter | null;
	/** The only regions in which the entry is watched, separated by commas; null for all that somebody subscribes to. */
	declare regions: string | null;
	/** The time between two checks that an operator pinned, ms; null for none. */
	declare intervalMs: number | null;
	declare createdAt: number;
	declare createdBy: string | null;
}
