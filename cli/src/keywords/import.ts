import { ApiError, type CallInput, type CallOutput, type Contract } from '@dropwire/contract';
import { type Cells, KEYWORD_COLUMNS, keywordRow, phrasesIn } from '@dropwire/contract/rows';
import { counted } from '@dropwire/domain';
import type { Work } from '../command.ts';
import { EXIT, Failure } from '../failure.ts';
import { formatOf } from '../rows/formats.ts';
import { bytesOf } from '../rows/import.ts';
import { readRows, textOf } from '../rows/read.ts';
import { openApi } from '../server/client.ts';
import { confirm } from '../terminal/ask.ts';
import { onErr, onOut } from '../terminal/colours.ts';
import { DRY_RUN, isQuiet, note, safe, warn, writeJson, writeLine } from '../terminal/output.ts';
import type { RemovalOptions } from '../terminal/removal.ts';

type Input = CallInput<Contract['keywordsImport']>['rows'][number];
type Result = CallOutput<Contract['keywordsImport']>;
interface Line {
	line: number;
	text: string;
	row: Input;
}

interface Options extends RemovalOptions {
	format?: string;
	/** Each line of the file is a watch of this source. */
	source?: string;
	region: string;
	shop?: string;
}

/** `keywords import`: adds the watches of a file that do not exist yet, after showing them. */
export const run: Work<Options, [string?]> = async ({ args: [file], options, globals }) => {
	const { dryRun = false, yes = false } = options;
	const lines = await linesOf(file, options);
	if (lines.length === 0) throw new Failure('The file has no rows.');
	const api = openApi(globals);
	const rows = lines.map(({ row }) => row);
	const preview = await api.keywordsImport({ rows, dryRun: true }).catch((error: unknown) => {
		throw atLines(error, lines);
	});
	const count = (outcome: Result['data'][number]['outcome']) =>
		preview.data.filter((row) => row.outcome === outcome).length;
	const [added, refused] = [count('added'), count('refused')];
	if (!globals.json) await writePreview(lines, preview);
	const changes = refused === 0 && added > 0 && !dryRun;
	if (changes && !yes && !(await confirm(`Add ${counted(added, 'watch', 'watches')}?`)))
		throw new Failure('Nothing was changed.');
	if (changes) await api.keywordsImport({ rows });
	if (globals.json)
		await writeJson({
			applied: changes,
			rows: lines.map(({ line, row }, at) => ({ line, ...row, ...preview.data[at] })),
			current: preview.current,
			max: preview.max,
		});
	else if (changes) note(`Done: ${counted(added, 'watch', 'watches')} added.`);
	else if (dryRun) warn(DRY_RUN);
	else if (refused === 0) note('There is nothing to change.');
	return refused > 0 ? EXIT.failed : EXIT.done;
};

/** The watches of a file with columns; with `--source`, of a file that has one watch per line. */
async function linesOf(file: string | undefined, { format, source, region, shop }: Options): Promise<Line[]> {
	if (source !== undefined) {
		const text = await textOf(bytesOf(file));
		return text.split(/\r\n|\n|\r/).flatMap((words, at) => {
			const include = phrasesIn(words);
			const row = { source, region, ...(shop !== undefined && { shop }), include };
			return include.length === 0 ? [] : [{ line: at + 1, text: words.trim(), row }];
		});
	}
	const given = formatOf(format, file === '-' ? undefined : file);
	const { rows } = await readRows(bytesOf(file), given, KEYWORD_COLUMNS);
	const bad = rows.find((row) => 'problems' in row);
	if (bad && 'problems' in bad) {
		const [column, problem] = Object.entries(bad.problems)[0] ?? [];
		throw new Failure(`Line ${bad.line}: ${column === 'row' ? 'the row' : column} ${problem}.`);
	}
	return rows.flatMap((row) => ('cells' in row ? [lineOf(row)] : []));
}

function lineOf({ line, cells }: { line: number; cells: Cells }): Line {
	const row = keywordRow(cells);
	if ('problem' in row) throw new Failure(`Line ${line}: ${row.problem}`);
	return { line, text: `${row.shop ?? row.source} ${row.region}: ${row.include.join(', ')}`, row };
}

/** An error with the lines of the file instead of the rows of the call. */
function atLines(error: unknown, lines: readonly Line[]): unknown {
	if (!(error instanceof ApiError)) return error;
	const [field = '', problem] = Object.entries(error.fields)[0] ?? [];
	const [, row, column] = /^rows\.(\d+)\.(.+)$/.exec(field) ?? [];
	const at = row === undefined ? undefined : lines[Number(row)];
	return at ? new Failure(`Line ${at.line}: ${column} ${problem}.`) : error;
}

/** Prints a line per new watch on stdout; refused rows and totals on stderr. */
async function writePreview(lines: readonly Line[], { data, current, max }: Result): Promise<void> {
	for (const [at, { line, text }] of lines.entries()) {
		const { outcome, problems } = data[at] ?? { outcome: 'refused', problems: {} };
		for (const [column, problem] of Object.entries(problems))
			warn(`${onErr().red('!')} line ${line}, ${column} ${safe(problem)}`);
		if (outcome === 'added' && !isQuiet()) await writeLine(onOut().green(`+ ${safe(text)}`));
	}
	const added = data.filter(({ outcome }) => outcome === 'added').length;
	const same = data.filter(({ outcome }) => outcome === 'unchanged').length;
	note(`${added} to add, ${same} unchanged. There are ${current} of at most ${max} watches.`);
}
