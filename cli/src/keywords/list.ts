import { keywordText } from '@dropwire/contract';
import type { Work } from '../command.ts';
import { openClient } from '../server/client.ts';
import { openSession } from '../server/session.ts';
import { onOut } from '../terminal/colours.ts';
import { note, writeJson } from '../terminal/output.ts';
import { found, type SearchOptions } from '../terminal/search.ts';
import { writeTable } from '../terminal/table.ts';
import { dateTime } from '../terminal/time.ts';

export const run: Work<SearchOptions> = async ({ options, globals }) => {
	const { data } = await openClient(openSession(globals)).keywordWatches();
	const rows = found(data, options, (row) => [keywordText(row), row.source, row.shop, row.problem]);
	if (globals.json) return writeJson(rows);
	if (rows.length === 0) return note(data.length === 0 ? 'No keyword watches yet.' : 'No keyword watch matches.');
	return writeTable(
		[
			{ title: 'ID', of: (row) => row.id, right: true },
			{ title: 'SOURCE', of: (row) => row.shop ?? row.source, shrinks: true },
			{ title: 'REGION', of: (row) => row.region },
			{ title: 'WORDS', of: keywordText, shrinks: true },
			{ title: 'FOUND', of: (row) => String(row.found), right: true, drops: 2 },
			{ title: 'SEARCHED', of: (row) => dateTime(row.checkedAt), drops: 1 },
			{ title: 'PROBLEM', of: (row) => row.problem ?? '', shrinks: true, paint: onOut().red, drops: 3 },
		],
		rows,
	);
};
