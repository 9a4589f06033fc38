import type { AuditEntry } from '@dropwire/contract';
import type { Work } from '../command.ts';
import { openClient } from '../server/client.ts';
import { pagesOf } from '../server/pages.ts';
import { openSession } from '../server/session.ts';
import { noteEmpty } from '../terminal/empty.ts';
import { firstOf } from '../terminal/limit.ts';
import { type SpanOptions, spanOf } from '../terminal/moment.ts';
import { writeJson } from '../terminal/output.ts';
import { writeTable } from '../terminal/table.ts';
import { dateTime } from '../terminal/time.ts';

interface Options extends SpanOptions {
	person?: string;
	search?: string;
	limit: number;
}

export const run: Work<Options> = async ({ options, globals }) => {
	const { person, search, limit } = options;
	const api = openClient(openSession(globals));
	const filter = {
		...(person !== undefined && { person }),
		...(search !== undefined && { object: search }),
		...spanOf(options),
	};
	const rows = await firstOf(
		pagesOf((at) => api.audit({ ...filter, ...at })),
		limit,
	);
	if (globals.json) return writeJson(rows);
	if (rows.length === 0) return noteEmpty('changes', filter);
	return writeTable<AuditEntry>(
		[
			{ title: 'ID', of: (row) => row.id, right: true, drops: 3 },
			{ title: 'TIME', of: (row) => dateTime(row.at), drops: 4 },
			{ title: 'PERSON', of: (row) => row.actorName ?? row.actor ?? '–', shrinks: true },
			{ title: 'VIA', of: (row) => row.via, drops: 2 },
			{ title: 'ACTION', of: (row) => row.action, shrinks: true },
			{ title: 'OBJECT', of: (row) => row.target ?? '', shrinks: true },
			{ title: 'SERVER', of: (row) => row.guildId ?? '', drops: 1 },
		],
		rows,
	);
};
