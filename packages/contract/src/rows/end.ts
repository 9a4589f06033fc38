/**
 * The last line of an exported CSV or NDJSON file. Without it, the file was truncated or does not come from an export.
 * A JSON array needs no end mark, because its closing bracket serves the same purpose. The mark has no number of rows,
 * because people edit exports.
 */
export const END_MARK = '#end';

/**
 * The end mark as a CSV record with the same number of cells as the other records, so that every CSV reader accepts the
 * file.
 */
export function endRecord(columns: readonly string[]): string[] {
	return columns.map((_, at) => (at === 0 ? END_MARK : ''));
}

/** Whether a CSV record is the end mark. People can write it without the empty cells. */
export function isEndRecord(record: readonly string[]): boolean {
	return record[0]?.trim() === END_MARK && record.slice(1).every((cell) => cell.trim() === '');
}

/** The end mark as a line of NDJSON. */
export const END_OBJECT = { [END_MARK]: true } as const;

/** Whether a value of NDJSON is the end mark. */
export function isEndObject(value: unknown): boolean {
	return typeof value === 'object' && value !== null && Object.keys(value).join() === END_MARK;
}
