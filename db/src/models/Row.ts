import { Model } from 'objection';

/**
 * The base of every model. A model's fields are `declare`d with the names of the columns; ids are numbers within the
 * server and text on the wire, times are epoch milliseconds. Query with the database or transaction at hand:
 * `Webhook.query(trx)`.
 */
export class Row extends Model {
	/** Objection reads all rows for the first one unless told. */
	static override useLimitInFirst = true;

	/** Columns that both databases keep as 0 and 1. */
	static readonly booleans: readonly string[] = [];

	override $parseDatabaseJson(json: Record<string, unknown>) {
		const row = super.$parseDatabaseJson(json);
		for (const column of (this.constructor as typeof Row).booleans) {
			if (column in row && row[column] !== null) row[column] = Boolean(row[column]);
		}
		return row;
	}
}
