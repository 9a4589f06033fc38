import { Model } from 'objection';

/**
 * The base class of all models. A model `declare`s fields with the names of the columns. Ids are numbers within the
 * server and strings on the wire; times are epoch milliseconds. Queries take the database or a transaction:
 * `Webhook.query(trx)`.
 */
export class Row extends Model {
	/** By default, Objection reads all rows to return the first one. */
	static override useLimitInFirst = true;

	/** Boolean columns. Both databases store them as 0 and 1. */
	static readonly booleans: readonly string[] = [];

	override $parseDatabaseJson(json: Record<string, unknown>) {
		const row = super.$parseDatabaseJson(json);
		for (const column of (this.constructor as typeof Row).booleans) {
			if (column in row && row[column] !== null) row[column] = Boolean(row[column]);
		}
		return row;
	}
}
