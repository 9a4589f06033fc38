import type { Brand, Region } from '../topics/index.ts';
import { Row } from './Row.ts';

/** The last look at a product in a region. The row appears with the first answer. */
export class Product extends Row {
	static override tableName = 'products';

	declare id: number;
	declare source: Brand;
	declare sku: string;
	declare region: Region;
	/** `unseen`: every answer so far was blocked, so there is no baseline yet. */
	declare state: 'unseen' | 'read' | 'gone';
	/** The engine's ProductSnapshot as JSON; null unless `read`. */
	declare snapshot: string | null;
	declare version: number;
	declare checkedAt: number;
	declare changedAt: number | null;
	declare stockToldAt: number | null;
	declare blockedSince: number | null;
	declare blockedReason: string | null;
}
