import type { Work } from '../command.ts';
import { openClient } from '../server/client.ts';
import { openSession } from '../server/session.ts';
import { note, writeJson } from '../terminal/output.ts';
import { writeTable } from '../terminal/table.ts';
import { roleText } from './present.ts';

export const run: Work = async ({ globals }) => {
	const rows = await openClient(openSession(globals)).users();
	if (globals.json) return writeJson(rows);
	if (rows.length === 0) return note('Nobody stands there.');
	return writeTable(
		[
			{ title: 'DISCORD ID', of: (row) => row.discordId },
			{ title: 'NAME', of: (row) => row.username ?? '–', shrinks: true },
			{ title: 'ROLES', of: roleText },
		],
		rows,
	);
};
