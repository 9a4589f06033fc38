import type { ImportResult } from '@dropwire/contract';
import { CATALOGUE_LIMITS, counted } from '@dropwire/domain';
import type { Work } from '../command.ts';
import { EXIT, Failure } from '../failure.ts';
import { formatOf } from '../rows/formats.ts';
import { bytesOf } from '../rows/import.ts';
import { openApi } from '../server/client.ts';
import { usage } from '../failure.ts';
import { confirm } from '../terminal/ask.ts';
import { uninterrupted } from '../terminal/interrupt.ts';
import { DRY_RUN, note, safe, warn, writeJson } from '../terminal/output.ts';
import { progress } from '../terminal/progress.ts';
import { FIELDS, type Mapping, mappingOf, rowOf } from './mapping.ts';
import { type FileRecord, openSource, type Source } from './records.ts';

interface Options {
	format?: string;
	map?: string[];
	brand?: string;
	dryRun?: boolean;
	yes?: boolean;
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
	problems: Record<string, string>;
}

/** `catalogue import`: shows which column each field is read from, and imports the file in slices. */
export const run: Work<Options, [string?]> = async ({ args: [file], options, globals }) => {
	const { map = [], brand, dryRun = false, yes = false } = options;
	const format = formatOf(options.format, file === '-' ? undefined : file);
	if (format === 'json')
		throw usage('The catalogue is imported from CSV or NDJSON.', 'jq -c ".[]" makes NDJSON of JSON.');
	const source = await openSource(bytesOf(file), format);
	const mapping = mappingOf(source.columns, map, brand);
	if (!globals.json) noteMapping(source, mapping, brand);
	if (!dryRun && !yes && !(await confirm('Import with these columns?'))) throw new Failure('Nothing was changed.');
	// The rows describe the target state, so sending them twice is harmless.
	const api = openApi(globals, { repeatable: true });
	const counts: Record<string, number> = { created: 0, updated: 0, unchanged: 0, invalid: 0 };
	const problems: Problem[] = [];
	const bar = progress(dryRun ? 'Comparing' : 'Importing');
	let stopped = false;
	let done = 0;
	const take = (slice: Slice, answer: ImportResult | null) => {
		const invalid = (answer?.data ?? []).flatMap(({ row, problems: own }): Problem[] => {
			return own ? [{ line: slice.lines[row] ?? 0, problems: own }] : [];
		});
		for (const [outcome, count] of Object.entries(answer?.counts ?? {}))
			counts[outcome] = (counts[outcome] ?? 0) + count;
		counts['invalid'] = (counts['invalid'] ?? 0) + slice.problems.length;
		problems.push(...[...slice.problems, ...invalid].slice(0, REPORTED - problems.length));
		done += slice.rows.length + slice.problems.length;
		bar.at(done, null);
	};
	const stop = () => {
		stopped = true;
		note('\nStopping after this slice. Press Ctrl-C again to quit immediately.');
	};
	try {
		await uninterrupted(stop, async () => {
			for await (const slice of slicesOf(source.records, mapping, brand)) {
				if (stopped) break;
				take(slice, slice.rows.length === 0 ? null : await api.catalogueImport({ rows: slice.rows, dryRun }));
			}
		});
	} catch (error) {
		bar.clear();
		if (done > 0 && !dryRun)
			note(`${counted(done, 'row')} of the file were imported. Run the same command again to continue.`);
		throw error;
	}
	bar.clear();
	if (globals.json) await writeJson({ applied: !dryRun, complete: !stopped, counts, problems });
	else noteResult(counts, problems);
	if (stopped) {
		throw new Failure(`Interrupted after ${counted(done, 'row')}.`, {
			exitCode: EXIT.partFailed,
			hint: 'Run the same command again to import the rest.',
		});
	}
	if (dryRun && !globals.json) warn(DRY_RUN);
	return problems.length === 0 ? EXIT.done : EXIT.partFailed;
};

function noteMapping({ columns }: Source, mapping: Mapping, brand: string | undefined): void {
	for (const field of FIELDS) {
		const column = mapping.get(field);
		if (column !== undefined) note(`${field.padEnd(10)}  from ${safe(column)}`);
		else if (field === 'brand' && brand !== undefined) note(`${field.padEnd(10)}  ${safe(brand)}, of every row`);
	}
	const used = new Set(mapping.values());
	const unused = columns.filter((column) => !used.has(column));
	if (unused.length > 0) note(`not read    ${safe(unused.join(', '))}`);
}

function noteResult(counts: Readonly<Record<string, number>>, problems: readonly Problem[]): void {
	for (const { line, problems: own } of problems.slice(0, SHOWN)) {
		const text = Object.entries(own).map(([field, problem]) => `${field} ${problem}`);
		warn(`! line ${line}, ${safe(text.join('; '))}`);
	}
	const invalid = counts['invalid'] ?? 0;
	if (invalid > SHOWN)
		warn(`! and ${counted(invalid - SHOWN, 'invalid row')} more; --json lists ${REPORTED.toLocaleString('en')}`);
	note(
		Object.entries(counts)
			.map(([outcome, count]) => `${count.toLocaleString('en')} ${outcome}`)
			.join(', ') + '.',
	);
}

/** The rows in slices that one call takes. */
async function* slicesOf(
	records: AsyncIterable<FileRecord>,
	mapping: Mapping,
	brand: string | undefined,
): AsyncGenerator<Slice> {
	const empty = (): Slice => ({ lines: [], rows: [], problems: [] });
	let slice = empty();
	let length = 0;
	for await (const record of records) {
		if ('problem' in record) slice.problems.push({ line: record.line, problems: { row: record.problem } });
		else {
			const row = rowOf(record.cells, mapping, brand);
			slice.lines.push(record.line);
			slice.rows.push(row);
			length += JSON.stringify(row).length;
		}
		const count = slice.rows.length + slice.problems.length;
		if (count < CATALOGUE_LIMITS.rows && length < SLICE_LENGTH) continue;
		yield slice;
		slice = empty();
		length = 0;
	}
	if (slice.rows.length + slice.problems.length > 0) yield slice;
}
