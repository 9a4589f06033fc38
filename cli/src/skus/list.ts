import { ENTRY_STATE_NAMES } from '@dropwire/contract';
import type { Work } from '../command.ts';
import { openClient } from '../server/client.ts';
import { openSession } from '../server/session.ts';
import { onOut } from '../terminal/colours.ts';
import { noteEmpty } from '../terminal/empty.ts';
import { writeJson } from '../terminal/output.ts';
import { SKU_WIDTH, writeTable } from '../terminal/table.ts';
import { dateTime } from '../terminal/time.ts';
import { found, type SearchOptions } from '../terminal/search.ts';
import { chosenLists, type ListOptions } from './lists.ts';
import { type EntryFilter, entriesOf } from './entries.ts';

export const run: Work<ListOptions & EntryFilter & SearchOptions> = async ({ options, globals }) => {
	const lists = chosenLists(options);
	const { list, state, region, search } = options;
	const filter = { ...(state && { state }), ...(region && { region }) };
	const api = openClient(openSession(globals));
	// A search needs every entry.
	const max = search === undefined ? options.limit : undefined;
	const all = (await Promise.all(lists.map((list) => entriesOf(api, list, filter, max)))).flat();
	const rows = found(all, options, ({ sku, title, note: text, productLink }) => [sku, title, text, productLink]);
	if (globals.json) return writeJson(rows);
	if (rows.length === 0)
		return noteEmpty('SKUs', { list, state, region, search }, 'Add one: dropwire skus add SKU --list LIST');
	const { red, yellow } = onOut();
	return writeTable(
		[
			{ title: 'LIST', of: (row) => row.list, shrinks: true },
			{ title: 'SKU', of: (row) => row.sku, shrinks: SKU_WIDTH },
			{ title: 'PRODUCT', of: (row) => row.note ?? row.title ?? row.productLink ?? '', shrinks: true, drops: 6 },
			{ title: 'REGIONS', of: (row) => row.regions?.join(' ') ?? 'all', shrinks: true, drops: 5 },
			{
				title: 'STATE',
				of: (row) => (row.problem === null ? ENTRY_STATE_NAMES[row.state] : 'No known SKU'),
				paint: (text, { state: own }) => (own === 'ok' ? text : yellow(text)),
			},
			{ title: 'SOLD IN', of: (row) => row.soldIn.join(' '), shrinks: true, drops: 4 },
			{
				title: 'BLOCKED',
				of: (row) => row.blocked.map(({ region }) => region).join(' '),
				shrinks: true,
				paint: red,
				drops: 3,
			},
			{ title: 'CHANGED', of: (row) => dateTime(row.changedAt), drops: 1 },
			{ title: 'CHECKED', of: (row) => dateTime(row.checkedAt), drops: 2 },
		],
		rows,
	);
};
