import type { Work } from '../command.ts';
import { openClient } from '../server/client.ts';
import { pagesOf } from '../server/pages.ts';
import { openSession } from '../server/session.ts';
import { noteEmpty } from '../terminal/empty.ts';
import { firstOf } from '../terminal/limit.ts';
import { writeJson } from '../terminal/output.ts';
import { writeTable } from '../terminal/table.ts';
import { dateTime } from '../terminal/time.ts';

export const run: Work<{ search?: string; limit: number }> = async ({ options: { search, limit }, globals }) => {
	const api = openClient(openSession(globals));
	const rows = await firstOf(
		pagesOf((at) => api.shortUrls({ ...(search !== undefined && { text: search }), ...at })),
		limit,
	);
	if (globals.json) return writeJson(rows);
	if (rows.length === 0) return noteEmpty('short URLs', { search }, 'Create one: dropwire shorten URL');
	return writeTable(
		[
			{ title: 'SHORT URL', of: (row) => row.shortUrl },
			{ title: 'CLICKS', of: (row) => String(row.clicks), right: true, drops: 3 },
			{ title: 'CREATED', of: (row) => dateTime(row.createdAt), drops: 1 },
			{ title: 'URL', of: (row) => row.originalUrl, shrinks: true, drops: 2 },
		],
		rows,
	);
};
