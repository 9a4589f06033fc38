import type { Work } from '../command.ts';
import { openClient } from '../server/client.ts';
import { openSession } from '../server/session.ts';
import { onOut } from '../terminal/colours.ts';
import { note, writeJson } from '../terminal/output.ts';
import { found, type SearchOptions } from '../terminal/search.ts';
import { writeTable } from '../terminal/table.ts';
import { dateTime } from '../terminal/time.ts';

export const run: Work<SearchOptions> = async ({ options, globals }) => {
	const { connected, data } = await openClient(openSession(globals)).socialPosts();
	const rows = found(data, options, ({ keyword, text, reason }) => [keyword, text, reason]);
	if (globals.json) return writeJson(rows);
	if (!connected) note('X is not connected: posts are not sent.');
	if (rows.length === 0) return note(data.length === 0 ? 'No posts yet.' : 'No post matches.');
	const { red } = onOut();
	return writeTable(
		[
			{ title: 'ID', of: (row) => row.id, right: true },
			{ title: 'CREATED', of: (row) => dateTime(row.createdAt), drops: 1 },
			{
				title: 'STATUS',
				of: (row) => row.status,
				paint: (text, { reason }) => (reason === null ? text : red(text)),
			},
			{ title: 'KEYWORD', of: (row) => row.keyword, shrinks: true },
			{ title: 'TEXT', of: (row) => row.text, shrinks: true },
			{ title: 'REASON', of: (row) => row.reason ?? '', shrinks: true, drops: 2 },
		],
		rows,
	);
};
