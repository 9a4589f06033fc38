import type { CallInput, CallOutput, Contract } from '@dropwire/contract';
import type { CommandEntry, Described } from './command.ts';
import type { ExitCode, Failure } from './failure.ts';
import type { Api } from './server/client.ts';
import { limitOption, REMOVAL_OPTIONS, searchOptions } from './terminal/options.ts';
import type { Column } from './terminal/table.ts';

/**
 * Commands that make one call of the contract and print its answer. Each is an object in the table of its feature; the work
 * behind them is loaded when one is called.
 */

export type CallName = keyof Api;
export type Answer<Name extends CallName> = CallOutput<Contract[Name]>;
/** Most answers have their data in `data`. */
export type DataOf<Name extends CallName> = Answer<Name> extends { data: infer Data } ? Data : Answer<Name>;
type RowOf<Name extends CallName> = DataOf<Name> extends readonly (infer Row)[] ? Row : never;
/** The arguments of most commands; the missing ones are undefined. */
type Words = readonly [first: string, second: string];

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

/** A command that lists what a call returns. */
export function list<
	const Name extends CallName,
	Options = object,
	Args extends readonly unknown[] = Words,
	Row = RowOf<Name>,
>(entry: ListEntry<Name, Row, Options, Args>): CommandEntry {
	const options = [...(entry.search ? searchOptions(entry.search[0]) : []), ...(entry.options ?? [])];
	if (entry.paged && !options.includes(limitOption)) options.push(limitOption);
	return { ...entry, options, load: async () => ({ run: (await import('./contractWork.ts')).listing(entry) }) };
}

/** A call whose data `--json` prints. */
export interface ShowEntry<Name extends CallName, Options, Args> extends Call<Name, Options, Args> {
	/** The same as text. */
	lines: (data: DataOf<Name>) => readonly string[];
	exit?: (data: DataOf<Name>) => ExitCode;
}

/** A command that shows what a call returns, or that it has done its work. */
export function show<const Name extends CallName, Options = object, Args extends readonly unknown[] = Words>(
	entry: ShowEntry<Name, Options, Args>,
): CommandEntry {
	return { ...entry, load: async () => ({ run: (await import('./contractWork.ts')).showing(entry) }) };
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

/** A command that makes a call for each of its arguments. */
export function each<const Name extends CallName, Options = object>(entry: EachEntry<Name, Options>): CommandEntry {
	return { ...entry, load: async () => ({ run: (await import('./contractWork.ts')).eachOf(entry) }) };
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

/** A command that removes one item. */
export function removal<const Name extends CallName, Row extends DataOf<Name>>(
	entry: RemovalEntry<Name, Row>,
): CommandEntry {
	const options = [...REMOVAL_OPTIONS, ...(entry.options ?? [])];
	return { ...entry, options, load: async () => ({ run: (await import('./contractWork.ts')).removing(entry) }) };
}
