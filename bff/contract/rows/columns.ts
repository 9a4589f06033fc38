/** The columns of a file of rows. */
export interface RowColumns {
	/** In the order in which files have them. */
	columns: readonly string[];
	/** Those that a CSV file may leave out. */
	optional: readonly string[];
}

export const WEBHOOK_COLUMNS: RowColumns = {
	columns: ['brand', 'category', 'region', 'status', 'label', 'value'],
	optional: [],
};
export const SKU_COLUMNS: RowColumns = { columns: ['type', 'sku', 'productLink'], optional: ['productLink'] };
