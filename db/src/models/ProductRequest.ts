import { Row } from './Row.ts';

/** A product that people ask to be watched. */
export class ProductRequest extends Row {
	static override tableName = 'product_requests';

	declare id: number;
	/** As on a watch list: a SKU, or a link. */
	declare sku: string;
	/** Unique: SHA-256 of `sku`, as in `watch_entries`. */
	declare skuHash: string;
	/** The product's page, if a person named it. */
	declare link: string | null;
	declare status: 'open' | 'added' | 'declined';
	/** Why it was declined. */
	declare reason: string | null;
	/** How many people asked for it: its rows in `product_request_people`. */
	declare people: number;
	declare createdAt: number;
	declare decidedAt: number | null;
}
