import type { CallInput, Contract } from '@dropwire/contract';
import type { Work } from './command.ts';
import type { Answer, CallName, DataOf, EachEntry, ListEntry, RemovalEntry, ShowEntry } from './contractCommand.ts';
import { usage } from './failure.ts';
import { failedItem, oneByOne, problemOf } from './oneByOne.ts';
import { type Api, openApi } from './server/client.ts';
import { firstOf, pagesOf } from './server/pages.ts';
import { note, safe, writeJson, writeLine } from './terminal/output.ts';
import { found, type SearchOptions } from './terminal/options.ts';
import { type RemovalOptions, removeConfirmed } from './terminal/removal.ts';
import { writeList } from './terminal/table.ts';

type Run<Options> = Work<Options, never>;

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
		const answer = await send(api, call, { ...input, ...at } as CallInput<Contract[Name]>);
		return { data: rowsOf(answer), nextCursor: (answer as { nextCursor: string | null }).nextCursor };
	});
	return { answer: null, all: await firstOf(pages, options.limit ?? Number.POSITIVE_INFINITY) };
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
				return failedItem(id, problemOf(error), { [field]: id });
			}
		});
	};
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
