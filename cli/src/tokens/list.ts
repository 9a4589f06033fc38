import type { Work } from '../command.ts';
import { openClient } from '../server/client.ts';
import { openSession } from '../server/session.ts';
import { note, writeJson } from '../terminal/output.ts';
import { writeTable } from '../terminal/table.ts';
import { dateTime } from '../terminal/time.ts';

export const run: Work = async ({ globals }) => {
	const { data } = await openClient(openSession(globals)).tokens();
	if (globals.json) return writeJson(data);
	if (data.length === 0) return note('No tokens yet.');
	return writeTable(
		[
			{ title: 'ID', of: (row) => row.id, right: true },
			{ title: 'NAME', of: (row) => row.name, shrinks: true },
			{ title: 'SCOPES', of: (row) => row.scopes.join(', '), shrinks: true },
			{ title: 'CREATED', of: (row) => dateTime(row.createdAt), drops: 1 },
			{ title: 'EXPIRES', of: (row) => (row.expiresAt === null ? 'never' : dateTime(row.expiresAt)) },
			{ title: 'LAST USED', of: (row) => dateTime(row.lastUsedAt), drops: 2 },
		],
		data,
	);
};
