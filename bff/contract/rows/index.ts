/** What a file of rows looks like, for all that read one: the page and the command line take the same files. */
export { beginOf, type Cells, checkHeader, CSV_READING, type ReadRow, rowOfRecord, rowOfValue } from './check.ts';
export { type RowColumns, SKU_COLUMNS, WEBHOOK_COLUMNS } from './columns.ts';
export { nearest } from './nearest.ts';
