import type { Work } from '../command.ts';
import { openClient } from '../server/client.ts';
import { pagesOf } from '../server/pages.ts';
import { openSession } from '../server/session.ts';
import { firstOf } from '../terminal/limit.ts';
import { note, writeJson } from '../terminal/output.ts';
import { writeTable } from '../terminal/table.ts';
import { dateTime } from '../terminal/time.ts';

export const run: Work<{ search?: string; limit: number }> = async ({ options: { search, limit }, globals }) => {
	const api = openClient(openSession(globals));
	const rows = await firstOf(
		pagesOf((at) => api.shortUrls({ ...(search !== undefined && { text: search }), ...at })),
		limit,
	);
	if (globals.json) return writeJson(rows);
	if (rows.length === 0) return note('No short URLs match.');
	return writeTable(
		[
			{ title: 'SHORT URL', of: (row) => row.shortUrl },
			{ title: 'CLICKS', of: (row) => String(row.clicks), right: true },
			{ title: 'CREATED', of: (row) => dateTime(row.createdAt) },
			{ title: 'URL', of: (row) => row.originalUrl, shrinks: true },
		],
		rows,
	);
};
