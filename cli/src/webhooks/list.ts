import type { Health } from '@dropwire/bff/contract';
import type { Work } from '../command.ts';
import { openClient } from '../server/client.ts';
import { openSession } from '../server/session.ts';
import { onOut } from '../terminal/colours.ts';
import { note, writeJson } from '../terminal/output.ts';
import { writeTable } from '../terminal/table.ts';
import { masked, maskedShort } from './address.ts';
import { standingWebhooks } from './groups.ts';
import { chosenTopics, type TopicOptions } from './topics.ts';

export const run: Work<TopicOptions & { reveal?: true }> = async ({ options, globals }) => {
	const topics = chosenTopics(options);
	const standing = await standingWebhooks(openClient(openSession(globals)), topics);
	const rows = standing.map(({ topic: { brand, category, region, status }, label, value, health }) => ({
		brand,
		category,
		region,
		status,
		label,
		value: globals.json && !options.reveal ? masked(value) : value,
		health,
	}));
	if (globals.json) return writeJson(rows);
	if (rows.length === 0) return note('No webhook stands there.');
	const { red, green, dim } = onOut();
	return writeTable(
		[
			{ title: 'BRAND', of: (row) => row.brand },
			{ title: 'CATEGORY', of: (row) => row.category },
			{ title: 'REGION', of: (row) => row.region },
			{ title: 'STATUS', of: (row) => row.status },
			{ title: 'LABEL', of: (row) => row.label, shrinks: true },
			{
				title: 'WEBHOOK',
				of: (row) => (options.reveal ? row.value : maskedShort(row.value)),
				shrinks: true,
				paint: dim,
			},
			{
				title: 'HEALTH',
				of: (row) => healthText(row.health),
				shrinks: true,
				paint: (text, { health }) => (health.active ? (health.lastStatus === 'sent' ? green(text) : text) : red(text)),
			},
		],
		rows,
	);
};

export function healthText({ active, offReason, lastStatus, lastReason }: Health): string {
	if (!active) return `off: ${offReason ?? 'no reason is known'}`;
	if (lastStatus === null) return 'nothing sent yet';
	return lastReason ? `${lastStatus}: ${lastReason}` : lastStatus;
}
