import { Row } from './Row.ts';

/** A SKU (or product link) on a watch list. */
export class WatchEntry extends Row {
	static override tableName = 'watch_entries';

	declare id: number;
	declare list: string;
	declare sku: string;
	/** SHA-256 of `sku`: a link is too long for a unique index. */
	declare skuHash: string;
	declare productLink: string | null;
	declare createdAt: number;
	declare createdBy: string | null;
}
