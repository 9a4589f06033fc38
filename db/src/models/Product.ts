import type { Brand, Offer, Region } from '@dropwire/domain';
import type { Knex } from 'knex';
import { Row } from './Row.ts';

/** The state of one offer of a SKU in a region. The first answer creates the row. */
export class Product extends Row {
	static override tableName = 'products';

	declare id: number;
	declare source: Brand;
	declare sku: string;
	declare region: Region;
	declare offer: Offer;
	/**
	 * The external monitor that reported the product last, empty for one without a name; null if only
	 * Dropwire itself has read it.
	 */
	declare reportedBy: string | null;
	/** `unseen`: the retailer has blocked every check so far, so there is no baseline yet. */
	declare state: 'unseen' | 'read' | 'gone';
	/** The engine's ProductSnapshot as JSON; null unless `read`. */
	declare snapshot: string | null;
	declare version: number;
	/**
	 * The last check that wrote this row. Checks without a change are stored by batch only: `withLastCheck` reads both.
	 */
	declare checkedAt: number;
	declare changedAt: number | null;
	/** When its state was last changed here, epoch ms, whenever the change was found; null for never. */
	declare storedAt: number | null;
	/** When a check last found that the product had become buyable, epoch ms. */
	declare buyableSince: number | null;
	declare stockToldAt: number | null;
	declare blockedSince: number | null;
	declare blockedReason: string | null;
	/** When it usually changes: 40 bytes that the engine reads and writes; null before it has learned anything. */
	declare habit: Uint8Array | null;

	/** Reads products whose `checkedAt` is their last check. */
	static withLastCheck(knex: Knex) {
		return this.query(knex).select('products.*', knex.raw('? as ??', [lastCheck(knex), 'checkedAt']));
	}
}

/**
 * SQL for the last check of a row of `products`: its own time, or its batch's if that is later. A blocked product was
 * not read by the later checks of its batch, so only its own time counts.
 */
export function lastCheck(knex: Knex): Knex.Raw {
	const batch = knex('product_batches as m')
		.join('check_batches as b', 'b.id', 'm.batchId')
		.whereRaw('?? = ??', ['m.productId', 'products.id'])
		.whereNull('products.blockedSince')
		.select('b.checkedAt');
	const later = knex.client.dialect === 'mysql' ? 'greatest' : 'max';
	return knex.raw(`coalesce(${later}(??, ?), ??)`, ['products.checkedAt', batch, 'products.checkedAt']);
}
