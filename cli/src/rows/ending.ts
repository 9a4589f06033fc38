import { END_MARK, END_OBJECT, type ReadRow } from '@dropwire/contract/rows';
import { Failure } from '../failure.ts';

/** Longer lines are not rows (the longest possible row has about 3 kB). */
export const LONGEST_ROW = 64 * 1024;

/** The content of a file. */
export interface ReadFile {
	rows: ReadRow[];
	/** Whether it ends like an export: with the end mark, or the end of its JSON array. */
	complete: boolean;
	/** What the rows are numbered by; `row` where several begin in one line. */
	numbered?: 'line' | 'row';
}

/** The failure for a row after the end mark. */
export function afterEnd(line: number): Failure {
	return new Failure(`Line ${line}: there are rows after ${END_MARK}, which must be the last line.`);
}

/**
 * Checks that a file is complete, because `--prune` removes every row that is missing from it.
 * @throws Failure for a file without rows, and for one that may have been cut off
 */
export function mustBeComplete({ rows, complete }: ReadFile, plural: string): void {
	if (rows.length === 0)
		throw new Failure(`The file has no rows. With --prune it would remove all ${plural}, so nothing was changed.`, {
			hint: `To remove ${plural}, name them: dropwire ${plural.toLowerCase()} remove`,
		});
	if (!complete)
		throw new Failure(
			`The file does not end with ${END_MARK}: it may have been cut off, and --prune would remove what is missing.`,
			{
				hint: `Every export ends with that line. If the file is complete, add it as the last line (in NDJSON: ${JSON.stringify(END_OBJECT)}).`,
			},
		);
}
