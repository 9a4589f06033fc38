import { durationText, ENTRY_STATE_NAMES } from '@dropwire/contract';
import { given, type Work } from '../command.ts';
import { openApi } from '../server/client.ts';
import { SKU_WIDTH, writeList } from '../terminal/table.ts';
import { dateTime } from '../terminal/time.ts';
import { found, type SearchOptions } from '../terminal/options.ts';
import { chosenLists, type ListOptions } from './lists.ts';
import { type EntryFilter, entriesOf } from './entries.ts';

export const run: Work<ListOptions & EntryFilter & SearchOptions> = async ({ options, globals }) => {
	const lists = chosenLists(options);
	const { list, state, region, search } = options;
	const filter = given({ state, region });
	const api = openApi(globals);
	// A search needs every entry.
	const max = search === undefined ? options.limit : undefined;
	const all = (await Promise.all(lists.map((list) => entriesOf(api, list, filter, max)))).flat();
	const rows = found(all, options, ({ sku, title, note: text, productLink }) => [sku, title, text, productLink]);
	const isFiltered = [list, state, region, search].some((value) => value !== undefined);
	return writeList(
		[
			{ title: 'LIST', of: (row) => row.list, shrinks: true },
			{ title: 'SKU', of: (row) => row.sku, shrinks: SKU_WIDTH },
			{ title: 'PRODUCT', of: (row) => row.note ?? row.title ?? row.productLink ?? '', shrinks: true, drops: 6 },
			{ title: 'REGIONS', of: (row) => row.regions?.join(' ') ?? 'all', shrinks: true, drops: 5 },
			{
				title: 'STATE',
				of: (row) => (row.problem === null ? ENTRY_STATE_NAMES[row.state] : 'No known SKU'),
				paint: ({ state: own }) => own !== 'ok' && 'yellow',
			},
			{
				title: 'PINNED',
				of: (row) => (row.intervalMs === null ? '' : durationText(row.intervalMs)),
				drops: 7,
			},
			{ title: 'SOLD IN', of: (row) => row.soldIn.join(' '), shrinks: true, drops: 4 },
			{
				title: 'BLOCKED',
				of: (row) => row.blocked.map(({ region }) => region).join(' '),
				shrinks: true,
				paint: 'red',
				drops: 3,
			},
			{ title: 'CHANGED', of: (row) => dateTime(row.changedAt), drops: 1 },
			{ title: 'CHECKED', of: (row) => dateTime(row.checkedAt), drops: 2 },
		],
		rows,
		{
			json: globals.json,
			none: isFiltered ? 'No SKUs match.' : 'No SKUs yet. Add one: dropwire skus add SKU --list LIST',
		},
	);
};
