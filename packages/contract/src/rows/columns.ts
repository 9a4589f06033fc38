/** The columns of a file of rows. */
export interface RowColumns {
	/** In the order of the file. */
	columns: readonly string[];
	/** The columns that a CSV file can omit. */
	optional: readonly string[];
	/** The values of columns that a file does not have, because something else names them. */
	defaults?: Readonly<Record<string, string>>;
}

export const WEBHOOK_COLUMNS: RowColumns = {
	columns: ['brand', 'category', 'region', 'status', 'label', 'value', 'options'],
	optional: ['options'],
};
export const SKU_COLUMNS: RowColumns = {
	columns: ['type', 'sku', 'productLink', 'regions'],
	optional: ['productLink', 'regions'],
};
