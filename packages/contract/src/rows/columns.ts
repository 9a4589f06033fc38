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
/** Phrases are separated by commas or semicolons. */
export const KEYWORD_COLUMNS: RowColumns = {
	columns: ['source', 'region', 'shop', 'include', 'exclude', 'minPrice', 'maxPrice'],
	optional: ['region', 'shop', 'exclude', 'minPrice', 'maxPrice'],
};
export const SKU_COLUMNS: RowColumns = {
	columns: ['type', 'sku', 'productLink', 'regions'],
	optional: ['productLink', 'regions'],
};
