import { optionsText } from '@dropwire/contract';
import { counted, maskWebhookUrl } from '@dropwire/domain';
import type { Work } from '../command.ts';
import { openApi } from '../server/client.ts';
import { found, type SearchOptions } from '../terminal/options.ts';
import { note } from '../terminal/output.ts';
import { writeList } from '../terminal/table.ts';
import { healthColumn, healthState, type HealthState, placeText, webhookText } from '../webhookText.ts';
import { rowsOfGroups } from './groups.ts';
import { chosenTopics, type TopicOptions } from './topics.ts';

type Options = TopicOptions & SearchOptions & { reveal?: true; health?: HealthState };

export const run: Work<Options> = async ({ options, globals }) => {
	const { reveal, limit: _, ...filters } = options;
	const topics = chosenTopics(options);
	const all = await rowsOfGroups(openApi(globals), topics);
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
	const isFiltered = Object.keys(filters).length > 0;
	const off = all.filter(({ health }) => !health.active).length;
	if (options.health === 'failing' && off > 0 && !globals.json)
		note(`${counted(off, 'webhook')} of these groups ${off === 1 ? 'is' : 'are'} off, which --health off lists.`);
	const first = 'Add one: dropwire webhooks add LABEL URL --brand BRAND';
	return writeList(
		[
			{ title: 'ID', of: (row) => row.id },
			{ title: 'BRAND', of: (row) => row.brand, shrinks: true },
			{ title: 'CATEGORY', of: (row) => row.category, drops: 5, shrinks: true },
			{ title: 'REGION', of: (row) => row.region, drops: 4 },
			{ title: 'STATUS', of: (row) => row.status, shrinks: true },
			{ title: 'LABEL', of: (row) => row.label, shrinks: true },
			{
				title: 'WEBHOOK',
				of: (row) => (reveal ? row.value : webhookText(maskWebhookUrl(row.value))),
				shrinks: true,
				cut: 'start',
				paint: 'dim',
				drops: 3,
			},
			{
				title: 'PLACE',
				of: (row) => placeText(row.place),
				shrinks: true,
				drops: 2,
				paint: 'dim',
			},
			{ title: 'OPTIONS', of: (row) => optionsText(row.options), shrinks: true, drops: 1 },
			{
				...healthColumn,
				paint: ({ health }) => (health.active ? health.lastStatus === 'sent' && 'green' : 'red'),
			},
		],
		rows,
		{ json: globals.json, none: isFiltered ? 'No webhooks match.' : `No webhooks yet. ${first}` },
	);
};
