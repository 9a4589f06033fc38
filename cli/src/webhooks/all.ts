import type { ListedWebhook } from '@dropwire/contract';
import type { Work } from '../command.ts';
import { openClient } from '../server/client.ts';
import { pagesOf } from '../server/pages.ts';
import { openSession } from '../server/session.ts';
import { onOut } from '../terminal/colours.ts';
import { noteEmpty } from '../terminal/empty.ts';
import { firstOf } from '../terminal/limit.ts';
import { writeJson } from '../terminal/output.ts';
import { writeTable } from '../terminal/table.ts';
import { shortenMask } from '@dropwire/domain';
import { healthText } from './health.ts';
import { placeText } from './list.ts';

interface Options {
	state?: string;
	brand?: string;
	region?: string;
	search?: string;
	limit: number;
}

export const run: Work<Options> = async ({ options: { state, brand, region, search, limit }, globals }) => {
	const api = openClient(openSession(globals));
	const filter = {
		...(state !== undefined && { state }),
		...(brand !== undefined && { brand }),
		...(region !== undefined && { region }),
		...(search !== undefined && { q: search }),
	};
	const rows = await firstOf(
		pagesOf((at) => api.allWebhooks({ ...filter, ...at })),
		limit,
	);
	if (globals.json) return writeJson(rows);
	if (rows.length === 0) return noteEmpty('webhooks', filter, 'Add one: dropwire webhooks add LABEL URL --brand BRAND');
	const { red, dim } = onOut();
	return writeTable<ListedWebhook>(
		[
			{ title: 'ID', of: (row) => row.id, right: true },
			{ title: 'LABEL', of: (row) => row.label ?? '–', shrinks: true },
			{ title: 'WEBHOOK', of: (row) => shortenMask(row.target), shrinks: true, paint: dim },
			{ title: 'PLACE', of: (row) => placeText(row.place), shrinks: true, drops: 2, paint: dim },
			{ title: 'TOPICS', of: (row) => String(row.topics), right: true },
			{ title: 'BRANDS', of: (row) => row.brands.join(' '), shrinks: true, drops: 1 },
			{
				title: 'HEALTH',
				of: ({ paused, health }) => (paused ? `paused, ${healthText(health)}` : healthText(health)),
				shrinks: true,
				paint: (text, { health }) => (health.active ? text : red(text)),
			},
		],
		rows,
	);
};
