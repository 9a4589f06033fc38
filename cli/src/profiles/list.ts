import type { Work } from '../command.ts';
import { note, writeJson } from '../terminal/output.ts';
import { writeTable } from '../terminal/table.ts';
import { dateTime } from '../terminal/time.ts';
import { readProfiles } from './store.ts';

export const run: Work = async ({ globals }) => {
	const { current, profiles } = readProfiles();
	// Without the tokens.
	const rows = Object.entries(profiles).map(([name, { url, username, expiresAt }]) => ({
		name,
		current: name === current,
		url,
		username,
		expiresAt,
	}));
	if (globals.json) return writeJson(rows);
	if (rows.length === 0) return note('No profiles yet. Sign in: dropwire login --url https://your.server');
	return writeTable(
		[
			{ title: '', of: (row) => (row.current ? '*' : '') },
			{ title: 'PROFILE', of: (row) => row.name, shrinks: true },
			{ title: 'SERVER', of: (row) => row.url, shrinks: true },
			{ title: 'USER', of: (row) => row.username, shrinks: true },
			{ title: 'EXPIRES', of: (row) => dateTime(row.expiresAt), drops: 1 },
		],
		rows,
	);
};
