import type { ImportResult } from '@dropwire/contract';
import { problemsByLine } from '@dropwire/contract/rows';
import { counted } from '@dropwire/domain';
import type { Globals } from '../server/session.ts';
import { EXIT, type ExitCode, Failure } from '../failure.ts';
import { formatOf } from '../rows/formats.ts';
import { bytesOf } from '../rows/import.ts';
import { type Api, openApi } from '../server/client.ts';
import { UnconfirmedWrite } from '../server/retries.ts';
import { usage } from '../failure.ts';
import { confirm } from '../terminal/ask.ts';
import { uninterrupted } from '../terminal/interrupt.ts';
import { DRY_RUN, note, safe, warn, writeJson } from '../terminal/output.ts';
import { progress } from '../terminal/progress.ts';
import { type Fields, type Mapping, mappingOf, rowOf, type SameValues } from './mapping.ts';
import { type FileRecord, openSource, type Source } from './records.ts';

export interface ImportOptions {
	format?: string;
	map?: string[];
	dryRun?: boolean;
	yes?: boolean;
}

/** What is imported. */
export interface Importing {
	/** In a sentence: `The catalogue is`. */
	subject: string;
	fields: Fields;
	/** Rows that one call takes. */
	maxRows: number;
	/** Fields that options give every row. */
	same: SameValues;
	send: (api: Api, input: { rows: Record<string, unknown>[]; dryRun: boolean }) => Promise<ImportResult>;
}

/** Characters of one call: the server takes 16 MiB. */
const SLICE_LENGTH = 10_000_000;
/** Invalid rows that are shown; `--json` has more. */
const SHOWN = 20;
const REPORTED = 10_000;

interface Slice {
	lines: number[];
	rows: Record<string, unknown>[];
	/** Records that are no rows. */
	problems: Problem[];
}

interface Problem {
	line: number;
	problems: Readonly<Record<string, string>>;
}

/** Shows which column each field is read from, and imports a file in slices. */
export async function importFile(
	file: string | undefined,
	{ subject, fields, maxRows, same, send }: Importing,
	{ options, globals }: { options: ImportOptions; globals: Globals },
): Promise<ExitCode> {
	const { map = [], dryRun = false, yes = false } = options;
	const format = formatOf(options.format, file === '-' ? undefined : file);
	if (format === 'json') throw usage(`${subject} imported from CSV or NDJSON.`, 'jq -c ".[]" makes NDJSON of JSON.');
	const source = await openSource(bytesOf(file), format);
	const reading = { fields, same, mapping: mappingOf(source.columns, { fields, said: map, same }) };
	if (!globals.json) noteMapping(source, reading);
	if (!dryRun && !yes && !(await confirm('Import with these columns?'))) throw new Failure('Nothing was changed.');
	// The rows describe the target state, so sending them twice is harmless.
	const api = openApi(globals, { repeatable: true });
	const counts: Record<string, number> = { created: 0, updated: 0, unchanged: 0, invalid: 0 };
	const problems: Problem[] = [];
	const bar = progress(dryRun ? 'Comparing' : 'Importing');
	/** Why the rest was not sent; null if all was. */
	let stopped: { error: unknown } | null = null;
	let done = 0;
	const take = (slice: Slice, answer: ImportResult | null) => {
		const invalid = (answer?.data ?? []).flatMap(({ row, outcome, ...invalid }): Problem[] => {
			if (outcome !== 'invalid') return [];
			return [{ line: slice.lines[row] ?? 0, problems: problemsByLine(invalid, slice.lines) }];
		});
		for (const [outcome, count] of Object.entries(answer?.counts ?? {}))
			counts[outcome] = (counts[outcome] ?? 0) + count;
		counts['invalid'] = (counts['invalid'] ?? 0) + slice.problems.length;
		problems.push(...[...slice.problems, ...invalid].slice(0, REPORTED - problems.length));
		done += slice.rows.length + slice.problems.length;
		bar.at(done, null);
	};
	let isStopping = false;
	const stop = () => {
		isStopping = true;
		note('\nStopping after this slice. Press Ctrl-C again to quit immediately.');
	};
	try {
		await uninterrupted(stop, async () => {
			for await (const slice of slicesOf(source.records, reading, maxRows)) {
				// Interrupted only if rows are left.
				if (isStopping) {
					stopped = { error: new Failure('Interrupted.') };
					break;
				}
				take(slice, slice.rows.length === 0 ? null : await send(api, { rows: slice.rows, dryRun }));
			}
		});
	} catch (error) {
		bar.clear();
		if (done === 0 || dryRun) throw error;
		stopped = { error };
	}
	bar.clear();
	if (globals.json) await writeJson({ applied: !dryRun, complete: stopped === null, counts, problems });
	else noteResult(counts, problems, stopped === null ? note : warn);
	if (stopped) throw unfinished(stopped.error, done);
	if (dryRun && !globals.json) warn(DRY_RUN);
	return problems.length === 0 ? EXIT.done : EXIT.partFailed;
}

interface Reading {
	fields: Fields;
	same: SameValues;
	mapping: Mapping;
}

function noteMapping({ columns }: Source, { fields, same, mapping }: Reading): void {
	const width = Math.max(...Object.keys(fields).map((field) => field.length), 'not read'.length);
	for (const field of Object.keys(fields)) {
		const [column, value] = [mapping.get(field), same[field]];
		if (column !== undefined) note(`${field.padEnd(width)}  from ${safe(column)}`);
		else if (value !== undefined) note(`${field.padEnd(width)}  ${safe(value)}, of every row`);
	}
	const used = new Set(mapping.values());
	const unused = columns.filter((column) => !used.has(column));
	if (unused.length > 0) note(`${'not read'.padEnd(width)}  ${safe(unused.join(', '))}`);
}

/** The failure of an import that has sent some of the file. */
function unfinished(error: unknown, done: number): Failure {
	const after = `Stopped after ${counted(done, 'row')}.`;
	const message = error instanceof Error ? error.message : String(error);
	const text =
		error instanceof UnconfirmedWrite
			? `The server did not answer. ${after} It may have imported the next rows.`
			: `${message} ${after}`;
	return new Failure(text, {
		exitCode: EXIT.partFailed,
		hint: (error instanceof Failure ? error.hint : undefined) ?? 'Run the same command again to import the rest.',
	});
}

/** @param print writes the numbers, which `--quiet` leaves out only of a complete import */
function noteResult(
	counts: Readonly<Record<string, number>>,
	problems: readonly Problem[],
	print: (text: string) => void,
): void {
	for (const { line, problems: own } of problems.slice(0, SHOWN)) {
		const text = Object.entries(own).map(([field, problem]) => `${field} ${problem}`);
		warn(`! line ${line}, ${safe(text.join('; '))}`);
	}
	const invalid = counts['invalid'] ?? 0;
	if (invalid > SHOWN)
		warn(`! and ${counted(invalid - SHOWN, 'invalid row')} more; --json lists ${REPORTED.toLocaleString('en')}`);
	print(
		Object.entries(counts)
			.map(([outcome, count]) => `${count.toLocaleString('en')} ${outcome}`)
			.join(', ') + '.',
	);
}

/** The rows in slices that one call takes. */
async function* slicesOf(records: AsyncIterable<FileRecord>, reading: Reading, maxRows: number): AsyncGenerator<Slice> {
	const empty = (): Slice => ({ lines: [], rows: [], problems: [] });
	let slice = empty();
	let length = 0;
	for await (const record of records) {
		if ('problem' in record) slice.problems.push({ line: record.line, problems: { row: record.problem } });
		else {
			const row = rowOf(record.cells, reading);
			slice.lines.push(record.line);
			slice.rows.push(row);
			length += JSON.stringify(row).length;
		}
		const count = slice.rows.length + slice.problems.length;
		if (count < maxRows && length < SLICE_LENGTH) continue;
		yield slice;
		slice = empty();
		length = 0;
	}
	if (slice.rows.length + slice.problems.length > 0) yield slice;
}
