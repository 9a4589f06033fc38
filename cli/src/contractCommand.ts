import type { CommandEntry } from './command.ts';
import type { CallName, DataOf, EachEntry, ListEntry, RemovalEntry, ShowEntry } from './contractWork.ts';
import { limitOption, REMOVAL_OPTIONS, searchOptions } from './terminal/options.ts';

/**
 * Commands that make one call of the contract and print its answer. Each is an object in the table of its feature; the work
 * behind them is loaded when one is called.
 */

type RowOf<Name extends CallName> = DataOf<Name> extends readonly (infer Row)[] ? Row : never;
/** The arguments of most commands; the missing ones are undefined. */
type Words = readonly [first: string, second: string];

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

/** A command that shows what a call returns, or that it has done its work. */
export function show<const Name extends CallName, Options = object, Args extends readonly unknown[] = Words>(
	entry: ShowEntry<Name, Options, Args>,
): CommandEntry {
	return { ...entry, load: async () => ({ run: (await import('./contractWork.ts')).showing(entry) }) };
}

/** A command that makes a call for each of its arguments. */
export function each<const Name extends CallName, Options = object>(entry: EachEntry<Name, Options>): CommandEntry {
	return { ...entry, load: async () => ({ run: (await import('./contractWork.ts')).eachOf(entry) }) };
}

/** A command that removes one item. */
export function removal<const Name extends CallName, Row extends DataOf<Name>>(
	entry: RemovalEntry<Name, Row>,
): CommandEntry {
	const options = [...REMOVAL_OPTIONS, ...(entry.options ?? [])];
	return { ...entry, options, load: async () => ({ run: (await import('./contractWork.ts')).removing(entry) }) };
}
