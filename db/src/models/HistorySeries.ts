import type { Brand, Offer, Region } from '@dropwire/domain';
import { Row } from './Row.ts';

/** The history of one offer of a product in a region; retention never deletes it. */
export class HistorySeries extends Row {
	static override tableName = 'history_series';

	declare id: number;
	declare source: Brand;
	declare sku: string;
	declare region: Region;
	declare offer: Offer;
	/** The times of the first and the last change point. */
	declare firstAt: number;
	declare lastAt: number;
	/** The number of change points, those in `history_chunks` included. */
	declare points: number;
	/** The oldest point that is not yet one of a day; null for none. */
	declare detailAt: number | null;
	/** The newest points, packed. */
	declare tail: Uint8Array;
}
