import type { Brand, Region } from '@dropwire/domain';
import { Row } from './Row.ts';

/** The new offer of a catalogue entry as of its last check in a region. */
export class CatalogueRegion extends Row {
	static override tableName = 'catalogue_regions';
	static override idColumn = ['brand', 'sku', 'region'];
	static override booleans = ['available'];

	declare brand: Brand;
	declare sku: string;
	declare region: Region;
	/** In the currency's minor unit; null without a currency. */
	declare price: number | null;
	declare full: number | null;
	declare currency: string | null;
	/** Whether it can be bought once its launch has passed; null if unknown. */
	declare available: boolean | null;
	/** Null for a placeholder, and for a product that was taken off sale. */
	declare launchAt: number | null;
}
