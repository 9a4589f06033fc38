import { readCsv } from './readCsv.ts';
import { readJson, readNdjson } from './readJson.ts';
import { type Format, guessFormat } from './formats.ts';
import { decoded } from './text.ts';
import type { Cells, RowKind } from './kind.ts';

/** A row as the file has it, or what is wrong with it, by column. */
export type ReadRow = { line: number; cells: Cells } | { line: number; problems: Readonly<Record<string, string>> };

/** More than any cell may have; the server's own limits are narrower and told by column. */
const LONGEST_CELL = 4096;

/**
 * The rows of a file, one after the other.
 * @throws Failure for a file that is not of its format: from there on it could not be understood
 */
export async function* readRows(
	bytes: AsyncIterable<Uint8Array>,
	said: Format | undefined,
	kind: RowKind,
): AsyncGenerator<ReadRow> {
	const { start, texts } = await begun(decoded(bytes));
	const format = said ?? guessFormat(start);
	if (format === 'csv') yield* readCsv(texts, kind);
	else yield* format === 'json' ? readJson(texts, kind) : readNdjson(texts, kind);
}

/** The first text that is not blank, and all of it to be read. */
async function begun(texts: AsyncGenerator<string>) {
	const first: string[] = [];
	for (let next = await texts.next(); !next.done; next = await texts.next()) {
		first.push(next.value);
		if (next.value.trim() !== '') break;
	}
	return {
		start: first.join(''),
		texts: (async function* () {
			yield* first;
			yield* texts;
		})(),
	};
}

/** A row of cells, all of them there; or what is wrong. */
export function rowOf(line: number, given: Readonly<Record<string, unknown>>, { columns }: RowKind): ReadRow {
	const problems: Record<string, string> = {};
	const cells: Record<string, string> = {};
	for (const column of columns) {
		const value = given[column] ?? '';
		if (typeof value !== 'string') problems[column] = 'must be text';
		else if (value.length > LONGEST_CELL) problems[column] = `must have at most ${LONGEST_CELL} characters`;
		else cells[column] = value;
	}
	for (const name of Object.keys(given)) {
		if (!columns.includes(name)) problems[name] = `is no column; there are ${columns.join(', ')}`;
	}
	return Object.keys(problems).length > 0 ? { line, problems } : { line, cells };
}
