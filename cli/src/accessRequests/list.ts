import type { Work } from '../command.ts';
import { openClient } from '../server/client.ts';
import { openSession } from '../server/session.ts';
import { counted, note, writeJson } from '../terminal/output.ts';
import { found, type SearchOptions } from '../terminal/search.ts';
import { writeTable } from '../terminal/table.ts';
import { dateTime } from '../terminal/time.ts';

export const run: Work<SearchOptions> = async ({ options, globals }) => {
	const { data, count } = await openClient(openSession(globals)).accessRequests();
	const rows = found(data, options, (row) => [row.discordId, row.username, row.note]);
	if (count > data.length) note(`${counted(count, 'requests')} are open. These are the first ${data.length}.`);
	if (globals.json) return writeJson(rows);
	if (rows.length === 0) return note(data.length === 0 ? 'No open requests.' : 'No request matches.');
	return writeTable(
		[
			{ title: 'DISCORD ID', of: (row) => row.discordId },
			{ title: 'NAME', of: (row) => row.username, shrinks: true },
			{ title: 'REQUESTED', of: (row) => dateTime(row.createdAt), drops: 1 },
			{ title: 'NOTE', of: (row) => row.note || '–', shrinks: true },
		],
		rows,
	);
};
