import type { Work } from '../command.ts';
import { openClient } from '../server/client.ts';
import { openSession } from '../server/session.ts';
import { note, writeJson } from '../terminal/output.ts';
import { found, type SearchOptions } from '../terminal/search.ts';
import { writeTable } from '../terminal/table.ts';

export const run: Work<SearchOptions> = async ({ options, globals }) => {
	const { blacklist } = await openClient(openSession(globals)).social();
	const rows = found(blacklist, options, ({ blacklistword, category }) => [blacklistword, category]);
	if (globals.json) return writeJson(rows);
	if (rows.length === 0) return note(blacklist.length === 0 ? 'No words yet.' : 'No word matches.');
	return writeTable(
		[
			{ title: 'ID', of: (row) => row._id, right: true },
			{ title: 'CATEGORY', of: (row) => row.category },
			{ title: 'WORD', of: (row) => row.blacklistword, shrinks: true },
		],
		rows,
	);
};
