import type { CallInput, CallOutput, Contract } from '@dropwire/contract';
import type { Described, Work } from './command.ts';
import { type ExitCode, type Failure, usage } from './failure.ts';
import { failedItem, oneByOne, problemOf } from './oneByOne.ts';
import { type Api, openApi } from './server/client.ts';
import { firstOf, pagesOf } from './server/pages.ts';
import { note, safe, writeJson, writeLine } from './terminal/output.ts';
import { found, type SearchOptions } from './terminal/options.ts';
import { type RemovalOptions, removeConfirmed } from './terminal/removal.ts';
import { type Column, writeList } from './terminal/table.ts';

export type CallName = keyof Api;
export type Answer<Name extends CallName> = CallOutput<Contract[Name]>;
/** Most answers have their data in `data`. */
export type DataOf<Name extends CallName> = Answer<Name> extends { data: infer Data } ? Data : Answer<Name>;

type Run<Options> = Work<Options, never>;

interface Call<Name extends CallName, Options, Args> extends Described {
	call: Name;
	/** The input of the call, which is empty by default. */
	input?: (args: Args, options: Options) => CallInput<Contract[Name]>;
}

/** A list: `--json` prints its rows, and a table the columns. */
export interface ListEntry<Name extends CallName, Row, Options, Args> extends Call<Name, Options, Args> {
	/** The rows of an answer; its data by default. */
	rows?: (answer: Answer<Name>, options: Options) => readonly Row[];
	/** Where `--search` looks, as text and in a row. Without it the list cannot be searched. */
	search?: readonly [place: string, textsOf: (row: NoInfer<Row>) => readonly (string | null | undefined)[]];
	/** The answer is a page; `--limit` is an option that says how many rows are read. */
	paged?: true;
	/** Texts about the whole list. */
	notes?: (answer: Answer<Name>) => readonly (string | false)[];
	/** The note if there are no rows, and the one if none match. */
	empty: readonly [none: string, noMatch?: string];
	columns: readonly Column<NoInfer<Row>>[];
}

/** The work of `list`. */
export function listing<Name extends CallName, Row, Options, Args>(
	entry: ListEntry<Name, Row, Options, Args>,
): Run<Options & SearchOptions> {
	return async ({ args, options, globals }) => {
		const input = entry.input?.(args, options);
		const { answer, all } = await read(openApi(globals), entry, input, options);
		const rows = entry.search ? found(all, options, entry.search[1]) : all;
		const notes = answer === null ? [] : (entry.notes?.(answer) ?? []);
		for (const text of notes) if (text !== false) note(text);
		const isFiltered = entry.paged ? Object.keys(input ?? {}).length > 0 : all.length > 0;
		const [none, noMatch = none] = entry.empty;
		return writeList(entry.columns, rows, { json: globals.json, none: isFiltered ? noMatch : none });
	};
}

/** The rows of a list, and of one that is not paged the answer. */
async function read<Name extends CallName, Row, Options, Args>(
	api: Api,
	{ call, rows, paged }: ListEntry<Name, Row, Options, Args>,
	input: CallInput<Contract[Name]> | undefined,
	options: Options & SearchOptions,
): Promise<{ answer: Answer<Name> | null; all: readonly Row[] }> {
	const rowsOf = (answer: Answer<Name>) => rows?.(answer, options) ?? (dataOf(answer) as readonly Row[]);
	if (!paged) {
		const answer = await send(api, call, input);
		return { answer, all: rowsOf(answer) };
	}
	const pages = pagesOf(async (at) => {
		const answer = await send(api, call, { ...(input as object | undefined), ...at } as CallInput<Contract[Name]>);
		return { data: rowsOf(answer), nextCursor: (answer as { nextCursor: string | null }).nextCursor };
	});
	return { answer: null, all: await firstOf(pages, options.limit ?? Number.POSITIVE_INFINITY) };
}

/** A call whose data `--json` prints. */
export interface ShowEntry<Name extends CallName, Options, Args> extends Call<Name, Options, Args> {
	/** The same as text. */
	lines: (data: DataOf<Name>) => readonly string[];
	exit?: (data: DataOf<Name>) => ExitCode;
}

/** The work of `show`. */
export function showing<Name extends CallName, Options, Args>(entry: ShowEntry<Name, Options, Args>): Run<Options> {
	return async ({ args, options, globals }) => {
		const input = entry.input?.(args, options);
		const data = dataOf<Name>(await send(openApi(globals), entry.call, input));
		if (globals.json) await writeJson(data);
		else for (const line of entry.lines(data)) await writeLine(safe(line));
		return entry.exit?.(data);
	};
}

/** A call for each of several items, which can fail one by one. */
export interface EachEntry<Name extends CallName, Options> extends Described {
	call: Name;
	/** The field of the id in the output, what an id is, and its form. */
	id: readonly [field: 'id' | 'discordId', noun: string, form: RegExp];
	input: (id: string, options: Options) => CallInput<Contract[Name]>;
	status: (data: DataOf<Name>) => string;
	line: (id: string, data: DataOf<Name>) => string;
}

/** The work of `each`. */
export function eachOf<Name extends CallName, Options>(entry: EachEntry<Name, Options>): Work<Options, [string[]]> {
	const [field, noun, form] = entry.id;
	return async ({ args: [wanted], options, globals }) => {
		const ids = [...new Set(wanted)];
		const invalid = ids.find((id) => !form.test(id));
		if (invalid !== undefined) throw usage(`${JSON.stringify(invalid)} is not ${noun}.`);
		const api = openApi(globals);
		return oneByOne(ids, globals, async (id) => {
			try {
				const data = dataOf<Name>(await send(api, entry.call, entry.input(id, options)));
				const result = { [field]: id, status: entry.status(data), problem: null };
				return { result, failed: false, print: () => writeLine(safe(entry.line(id, data))) };
			} catch (error) {
				return failedItem(id, problemOf(error), { [field]: id, status: null });
			}
		});
	};
}

/** A call that removes one item after a confirmation. */
export interface RemovalEntry<Name extends CallName, Row> extends Described {
	call: Name;
	input: (id: string) => CallInput<Contract[Name]>;
	/** The item, for the confirmation and `--dry-run`. */
	find: (api: Api, id: string) => Promise<Row | undefined>;
	missing: (id: string) => Failure;
	/** The item in the question. */
	item: (row: NoInfer<Row>) => string;
	/** What `--json` prints, and the text. */
	result: (removed: DataOf<Name>) => object;
	done: (removed: DataOf<Name>) => string;
}

/** The work of `removal`. */
export function removing<Name extends CallName, Row extends DataOf<Name>>(
	entry: RemovalEntry<Name, Row>,
): Work<RemovalOptions, [string]> {
	return async ({ args: [id], options, globals }) => {
		const api = openApi(globals);
		await removeConfirmed<DataOf<Name>>(
			{
				async preview() {
					const row = await entry.find(api, id);
					if (row === undefined) throw entry.missing(id);
					return row;
				},
				remove: async () => dataOf<Name>(await send(api, entry.call, entry.input(id))),
				lines: (row) => [`- ${safe(entry.item(row as Row))}`],
				report: (gone) => (globals.json ? writeJson(entry.result(gone)) : writeLine(safe(entry.done(gone)))),
			},
			options,
		);
	};
}

function send<Name extends CallName>(
	api: Api,
	call: Name,
	input: CallInput<Contract[Name]> | undefined,
): Promise<Answer<Name>> {
	return (api[call] as unknown as (input?: unknown) => Promise<Answer<Name>>)(input);
}

function dataOf<Name extends CallName>(answer: Answer<Name>): DataOf<Name> {
	const isWrapped = typeof answer === 'object' && answer !== null && 'data' in answer;
	return (isWrapped ? answer.data : answer) as DataOf<Name>;
}
