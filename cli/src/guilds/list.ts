import type { Work } from '../command.ts';
import { openClient } from '../server/client.ts';
import { openSession } from '../server/session.ts';
import { onOut } from '../terminal/colours.ts';
import { note, writeJson } from '../terminal/output.ts';
import { found, type SearchOptions } from '../terminal/search.ts';
import { writeTable } from '../terminal/table.ts';
import { dateTime } from '../terminal/time.ts';

export const run: Work<SearchOptions> = async ({ options, globals }) => {
	const { data } = (await openClient(openSession(globals)).guildList()).data;
	const rows = found(data, options, ({ guildId, guildName }) => [guildId, guildName]);
	if (globals.json) return writeJson(rows);
	if (rows.length === 0) return note(data.length === 0 ? 'You manage no Discord server.' : 'No server matches.');
	return writeTable(
		[
			{ title: 'ID', of: (row) => row.guildId },
			{ title: 'NAME', of: (row) => row.guildName, shrinks: true },
			{
				title: 'PAUSED',
				of: (row) => (row.pausedAt === null ? '' : `since ${dateTime(row.pausedAt)}`),
				drops: 1,
				paint: onOut().red,
			},
		],
		rows,
	);
};
