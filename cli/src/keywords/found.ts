import type { Work } from '../command.ts';
import { openClient } from '../server/client.ts';
import { pagesOf } from '../server/pages.ts';
import { openSession } from '../server/session.ts';
import { onOut } from '../terminal/colours.ts';
import { firstOf } from '../terminal/limit.ts';
import { note, writeJson } from '../terminal/output.ts';
import { SKU_WIDTH, writeTable } from '../terminal/table.ts';
import { dateTime } from '../terminal/time.ts';

interface Options {
	watch?: string;
	limit: number;
}

export const run: Work<Options> = async ({ options: { watch, limit }, globals }) => {
	const api = openClient(openSession(globals));
	const shown = await firstOf(
		pagesOf((at) => api.foundProducts({ ...(watch !== undefined && { watchId: watch }), ...at })),
		limit,
	);
	if (globals.json) return writeJson(shown);
	if (shown.length === 0) return note('Nothing new was found yet.');
	const { green } = onOut();
	return writeTable(
		[
			{ title: 'ID', of: (row) => row.id, right: true },
			{ title: 'FOUND', of: (row) => dateTime(row.foundAt), drops: 1 },
			{ title: 'SOURCE', of: (row) => `${row.source} ${row.region}`, drops: 2 },
			{ title: 'SKU', of: (row) => row.sku, shrinks: SKU_WIDTH },
			{ title: 'PRODUCT', of: (row) => row.title, shrinks: true },
			{ title: 'PRICE', of: (row) => row.price ?? 'unknown', right: true, drops: 3 },
			{
				title: 'LIST',
				of: ({ list, listed }) => (list === null ? 'none takes it' : listed ? `on ${list}` : `not on ${list}`),
				paint: (text, { listed }) => (listed ? green(text) : text),
				shrinks: true,
			},
		],
		shown,
	);
};
