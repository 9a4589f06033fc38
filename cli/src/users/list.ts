import type { Work } from '../command.ts';
import { openClient } from '../server/client.ts';
import { openSession } from '../server/session.ts';
import { note, writeJson } from '../terminal/output.ts';
import { found, type SearchOptions } from '../terminal/search.ts';
import { writeTable } from '../terminal/table.ts';
import { dateTime } from '../terminal/time.ts';
import { roleText } from './present.ts';

export const run: Work<SearchOptions> = async ({ options, globals }) => {
	const all = await openClient(openSession(globals)).users();
	const rows = found(all, options, (row) => [row.discordId, row.username, roleText(row), row.plan]);
	if (globals.json) return writeJson(rows);
	if (rows.length === 0) return note(all.length === 0 ? 'No users yet.' : 'No user matches.');
	return writeTable(
		[
			{ title: 'DISCORD ID', of: (row) => row.discordId },
			{ title: 'NAME', of: (row) => row.username ?? '–', shrinks: true },
			{ title: 'ROLES', of: roleText, shrinks: true },
			{ title: 'PLAN', of: (row) => row.plan ?? '–', shrinks: true, drops: 2 },
			{ title: 'EXPIRES', of: (row) => dateTime(row.expiresAt), drops: 3 },
			{ title: 'SEEN', of: (row) => dateTime(row.lastSeenAt), drops: 1 },
		],
		rows,
	);
};
