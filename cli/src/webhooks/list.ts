import { type DiscordPlace, optionsText } from '@dropwire/contract';
import { maskWebhookUrl, shortenMask } from '@dropwire/domain';
import type { Work } from '../command.ts';
import { openClient } from '../server/client.ts';
import { openSession } from '../server/session.ts';
import { onOut } from '../terminal/colours.ts';
import { noteEmpty } from '../terminal/empty.ts';
import { writeJson } from '../terminal/output.ts';
import { writeTable } from '../terminal/table.ts';
import { found, type SearchOptions } from '../terminal/search.ts';
import { rowsOfGroups } from './groups.ts';
import { healthState, type HealthState, healthText } from './health.ts';
import { chosenTopics, type TopicOptions } from './topics.ts';

type Options = TopicOptions & SearchOptions & { reveal?: true; health?: HealthState };

export const run: Work<Options> = async ({ options, globals }) => {
	const { reveal, limit: _, ...filters } = options;
	const topics = chosenTopics(options);
	const all = await rowsOfGroups(openClient(openSession(globals)), topics);
	const wanted = all.filter(({ health }) => options.health === undefined || healthState(health) === options.health);
	const matching = found(wanted, options, ({ label, value, place }) => [
		label,
		maskWebhookUrl(value),
		placeText(place),
	]);
	const rows = matching.map(
		({ id, topic: { brand, category, region, status }, label, value, options: own, health, place }) => ({
			id,
			brand,
			category,
			region,
			status,
			label,
			value: globals.json && !reveal ? maskWebhookUrl(value) : value,
			options: own,
			health,
			place,
		}),
	);
	if (globals.json) return writeJson(rows);
	if (rows.length === 0)
		return noteEmpty('webhooks', filters, 'Add one: dropwire webhooks add LABEL URL --brand BRAND');
	const { red, green, dim } = onOut();
	return writeTable(
		[
			{ title: 'ID', of: (row) => row.id },
			{ title: 'BRAND', of: (row) => row.brand, shrinks: true },
			{ title: 'CATEGORY', of: (row) => row.category, drops: 5, shrinks: true },
			{ title: 'REGION', of: (row) => row.region, drops: 4 },
			{ title: 'STATUS', of: (row) => row.status, shrinks: true },
			{ title: 'LABEL', of: (row) => row.label, shrinks: true },
			{
				title: 'WEBHOOK',
				of: (row) => (reveal ? row.value : shortenMask(maskWebhookUrl(row.value))),
				shrinks: true,
				paint: dim,
				drops: 3,
			},
			{
				title: 'PLACE',
				of: (row) => placeText(row.place),
				shrinks: true,
				drops: 2,
				paint: dim,
			},
			{ title: 'OPTIONS', of: (row) => optionsText(row.options), shrinks: true, drops: 1 },
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

/**
 * Server, channel and the webhook's own name; empty until Discord has returned them. Operators see those of every
 * server.
 */
export function placeText(place: DiscordPlace | null): string {
	if (!place) return '';
	const { guildName, guildId, channelName, channelId, name } = place;
	return [guildName ?? guildId, channelName ? `#${channelName}` : channelId, name].filter(Boolean).join(' ');
}
