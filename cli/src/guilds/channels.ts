import type { Work } from '../command.ts';
import { openClient } from '../server/client.ts';
import { openSession } from '../server/session.ts';
import { note, writeJson } from '../terminal/output.ts';
import { found, type SearchOptions } from '../terminal/search.ts';
import { writeTable } from '../terminal/table.ts';

export const run: Work<SearchOptions> = async ({ args: [guildId], options, globals }) => {
	const { data } = await openClient(openSession(globals)).channelList({ guildId: String(guildId) });
	const all = data.flatMap(({ region, channels }) => channels.map((channel) => ({ region, ...channel })));
	const rows = found(all, options, ({ region, toolsName }) => [region, toolsName]);
	if (globals.json) return writeJson(rows);
	if (rows.length === 0) return note(all.length === 0 ? 'This server has added no topic.' : 'No topic matches.');
	return writeTable(
		[
			{ title: 'ID', of: (row) => row.id, right: true },
			{ title: 'REGION', of: (row) => row.region },
			{ title: 'TOPIC', of: (row) => row.toolsName, shrinks: true },
			{ title: 'WEBHOOKS', of: (row) => String(row.webhooks), right: true },
		],
		rows,
	);
};
