import { maskWebhookUrl, shortenMask } from '@dropwire/domain';
import type { Work } from '../command.ts';
import { openClient } from '../server/client.ts';
import { openSession } from '../server/session.ts';
import { onOut } from '../terminal/colours.ts';
import { note, writeJson } from '../terminal/output.ts';
import { found, type SearchOptions } from '../terminal/search.ts';
import { writeTable } from '../terminal/table.ts';
import { healthText } from '../webhooks/health.ts';
import { placeText } from '../webhooks/list.ts';

export const run: Work<SearchOptions & { reveal?: true }> = async ({ options, globals }) => {
	const { data } = await openClient(openSession(globals)).broadcastList();
	const rows = found(data, options, ({ webhook, place }) => [maskWebhookUrl(webhook), placeText(place)]);
	const shown = (webhook: string) => (options.reveal ? webhook : maskWebhookUrl(webhook));
	if (globals.json) return writeJson(rows.map((row) => ({ ...row, webhook: shown(row.webhook) })));
	if (rows.length === 0) return note(data.length === 0 ? 'The broadcast list is empty.' : 'No webhook matches.');
	const { red, dim } = onOut();
	return writeTable(
		[
			{
				title: 'WEBHOOK',
				of: ({ webhook }) => (options.reveal ? webhook : shortenMask(maskWebhookUrl(webhook))),
				shrinks: true,
			},
			{ title: 'PLACE', of: (row) => placeText(row.place), shrinks: true, drops: 1, paint: dim },
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
