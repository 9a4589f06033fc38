/** The format of a file of rows, shared by all its readers: the page and the command line accept the same files. */
export {
	beginOf,
	type Cells,
	checkHeader,
	CSV_READING,
	delimiterOf,
	type ReadRow,
	rowOfRecord,
	rowOfValue,
} from './check.ts';
export { END_MARK, END_OBJECT, endRecord, isEndObject, isEndRecord } from './end.ts';
export { KEYWORD_COLUMNS, type RowColumns, SKU_COLUMNS, WEBHOOK_COLUMNS } from './columns.ts';
export { keywordRow, phrasesIn } from './keywordRow.ts';
export { csvLine, neutralCell, plainCell } from './formulas.ts';
export { nearest } from './nearest.ts';
export { problemsByLine } from './repeated.ts';
