import { type Link, optionsText, threadEnd, threadIdOf, webhookEnd } from '@dropwire/contract';
import type { Work } from '../command.ts';
import { openClient } from '../server/client.ts';
import { openSession } from '../server/session.ts';
import { onOut } from '../terminal/colours.ts';
import { note, writeJson } from '../terminal/output.ts';
import { found, type SearchOptions } from '../terminal/search.ts';
import { writeTable } from '../terminal/table.ts';
import { dateTime } from '../terminal/time.ts';
import { healthText } from '../webhooks/health.ts';
import { placeText } from '../webhooks/list.ts';

export const run: Work<SearchOptions> = async ({ args: [guildId], options, globals }) => {
	const { data, botLeftAt, pausedAt } = await openClient(openSession(globals)).linkList({ guildId: String(guildId) });
	const rows = found(data, options, ({ region, toolsName, channelName, place, options: own }) => [
		region,
		toolsName,
		channelName,
		placeText(place),
		optionsText(own),
	]);
	if (globals.json) return writeJson(rows);
	if (pausedAt !== null) note(`Paused since ${dateTime(pausedAt)}: nobody on the access list manages this server.`);
	if (botLeftAt !== null) note(`The bot left this server at ${dateTime(botLeftAt)}.`);
	if (rows.length === 0) return note(data.length === 0 ? 'This server has no links.' : 'No link matches.');
	const { red } = onOut();
	return writeTable(
		[
			{ title: 'ID', of: (row) => row.id, right: true },
			{ title: 'REGION', of: (row) => row.region },
			{ title: 'TOPIC', of: (row) => row.toolsName, shrinks: true },
			{
				title: 'CHANNEL',
				of: channelText,
				shrinks: true,
			},
			{ title: 'OPTIONS', of: (row) => optionsText(row.options), shrinks: true, drops: 1 },
			{
				title: 'HEALTH',
				of: (row) => healthText(row.health),
				shrinks: true,
				paint: (text, { health }) => (health.active ? text : red(text)),
			},
		],
		rows,
	);
};

/** The channel by name, else by id, else the end of the webhook's id; and the end of the thread's id. */
function channelText({ channelName, channelId, webhookId, options }: Link): string {
	const threadId = threadIdOf(options);
	if (channelName === null && channelId === null) return `webhook ${webhookEnd(webhookId, threadId)}`;
	const channel = channelName === null ? channelId : `#${channelName}`;
	return [channel, threadId && threadEnd(threadId)].filter(Boolean).join(', ');
}
