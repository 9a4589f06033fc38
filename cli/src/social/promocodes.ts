import type { Work } from '../command.ts';
import { openClient } from '../server/client.ts';
import { openSession } from '../server/session.ts';
import { note, writeJson } from '../terminal/output.ts';
import { found, type SearchOptions } from '../terminal/search.ts';
import { writeTable } from '../terminal/table.ts';

export const run: Work<SearchOptions> = async ({ options, globals }) => {
	const { promocodes } = await openClient(openSession(globals)).social();
	const rows = found(promocodes, options, ({ promocode, description }) => [promocode, description]);
	if (globals.json) return writeJson(rows);
	if (rows.length === 0) return note(promocodes.length === 0 ? 'No promo codes yet.' : 'No promo code matches.');
	return writeTable(
		[
			{ title: 'ID', of: (row) => row._id, right: true },
			{ title: 'CODE', of: (row) => row.promocode },
			{ title: 'DESCRIPTION', of: (row) => row.description, shrinks: true },
		],
		rows,
	);
};
