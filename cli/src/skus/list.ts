import type { Work } from '../command.ts';
import { openClient } from '../server/client.ts';
import { openSession } from '../server/session.ts';
import { onOut } from '../terminal/colours.ts';
import { note, writeJson } from '../terminal/output.ts';
import { writeTable } from '../terminal/table.ts';
import { dateTime } from '../terminal/time.ts';
import { chosenLists, type ListOptions } from './lists.ts';
import { standingSkus } from './standing.ts';

export const run: Work<ListOptions> = async ({ options, globals }) => {
	const lists = chosenLists(options);
	const api = openClient(openSession(globals));
	const rows = (await Promise.all(lists.map((list) => standingSkus(api, list)))).flat();
	if (globals.json) return writeJson(rows);
	if (rows.length === 0) return note('Nothing stands there.');
	const { red } = onOut();
	return writeTable(
		[
			{ title: 'LIST', of: (row) => row.list },
			{ title: 'SKU', of: (row) => row.sku, shrinks: true },
			{ title: 'PRODUCT', of: (row) => row.title ?? row.productLink ?? '', shrinks: true },
			{ title: 'SOLD IN', of: (row) => row.regions.join(' '), shrinks: true },
			{
				title: 'BLOCKED',
				of: (row) => row.blocked.map(({ region }) => region).join(' '),
				shrinks: true,
				paint: red,
			},
			{ title: 'CHANGED', of: (row) => dateTime(row.changedAt) },
			{ title: 'LOOKED AT', of: (row) => dateTime(row.checkedAt) },
		],
		rows,
	);
};
