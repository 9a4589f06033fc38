import type { Work } from '../command.ts';
import { openClient } from '../server/client.ts';
import { openSession } from '../server/session.ts';
import { note, writeJson } from '../terminal/output.ts';
import { found, type SearchOptions } from '../terminal/search.ts';
import { writeTable } from '../terminal/table.ts';

export const run: Work<SearchOptions> = async ({ options, globals }) => {
	const { keywords: groups } = await openClient(openSession(globals)).social();
	const all = groups.flatMap(({ category, istwitterkeywordon: on, keywords }) =>
		keywords.map((keyword) => ({ category, on, ...keyword })),
	);
	const rows = found(all, options, ({ title, category, changeType }) => [title, category, changeType]);
	if (globals.json) return writeJson(rows);
	if (rows.length === 0) return note(all.length === 0 ? 'No keywords yet.' : 'No keyword matches.');
	return writeTable(
		[
			{ title: 'ID', of: (row) => row.id, right: true },
			{ title: 'CATEGORY', of: (row) => row.category },
			{ title: 'POSTS', of: (row) => (row.on ? 'on' : 'off') },
			{ title: 'KEYWORD', of: (row) => row.title, shrinks: true },
			{ title: 'CHANGE', of: (row) => row.changeType },
			{ title: 'COOLDOWN', of: (row) => `${row.cooldown} s`, right: true, drops: 1 },
		],
		rows,
	);
};
