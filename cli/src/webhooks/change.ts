import type { Topic, WebhookRow } from '@dropwire/contract';
import { maskWebhookUrl } from '@dropwire/domain';
import { text } from 'node:stream/consumers';
import { changeRows } from '../rows/change.ts';
import type { Work } from '../command.ts';
import { openApi } from '../server/client.ts';
import type { Globals } from '../server/session.ts';
import { safe, writeJson, writeLine } from '../terminal/output.ts';
import { type RemovalOptions, removeConfirmed } from '../terminal/removal.ts';
import { namedTopics, type TopicOptions } from './topics.ts';

type Named = { topic: Topic; label: string; value: string };

type Writing = Work<TopicOptions, [label: string, url: string]>;

/** `webhooks add`: a row in several groups, in all or none. */
export const addWebhook: Writing = (invocation) => writeRow('INSERT', invocation);

/** `webhooks set`: another webhook for a row. */
export const setWebhook: Writing = (invocation) => writeRow('UPDATE', invocation);

async function writeRow(
	action: 'INSERT' | 'UPDATE',
	{ args: [label, url], options, globals }: Parameters<Writing>[0],
): Promise<void> {
	const topics = namedTopics(options);
	// On the command line other users of the computer may see the URL, from stdin not.
	const value = url === '-' ? (await text(process.stdin)).trim() : url;
	const rows = topics.map((topic) => ({ topic, label, value }));
	await tellChanged(await sendRows(action, rows, globals), globals);
}

/** `webhooks remove` */
export const removeWebhooks: Work<TopicOptions & RemovalOptions, [string[]]> = async ({
	args: [labels],
	options,
	globals,
}) => {
	const rows = namedTopics(options).flatMap((topic) => labels.map((label) => ({ topic, label, value: '' })));
	await removeConfirmed(
		{
			preview: () => sendRows('DELETE', rows, globals, true),
			remove: () => sendRows('DELETE', rows, globals),
			lines: (gone) => gone.map((row) => `- ${rowText(row)}`),
			report: (gone) => tellChanged(gone, globals),
		},
		options,
	);
};

/** Changes rows and returns the outcome. A dry run returns what would change. */
async function sendRows(
	action: 'INSERT' | 'UPDATE' | 'DELETE',
	rows: readonly Named[],
	globals: Globals,
	dryRun = false,
) {
	const api = openApi(globals);
	const sent: WebhookRow[] = rows.map(({ topic: { brand, category, region, status }, label, value }) => ({
		action,
		brand,
		category,
		region,
		status,
		label,
		value,
		options: '',
	}));
	const data = await changeRows(
		() => api.bulkWebhooks({ rows: sent, dryRun }),
		({ row, column, problem }) => {
			const { brand, category, region, status, label } = sent[row] as WebhookRow;
			return `${JSON.stringify(label)} in ${brand} ${category} ${region} ${status}: ${column} ${problem}`;
		},
	);
	return sent.map((row, at) => ({
		outcome: data[at]?.outcome,
		brand: row.brand,
		category: row.category,
		region: row.region,
		status: row.status,
		label: row.label,
		value: row.value === '' ? (data[at]?.before ?? '') : maskWebhookUrl(row.value),
	}));
}

type Changed = Awaited<ReturnType<typeof sendRows>>;

async function tellChanged(changed: Changed, globals: Globals): Promise<void> {
	if (globals.json) return writeJson(changed);
	for (const row of changed) await writeLine(`${row.outcome}: ${rowText(row)}`);
	return undefined;
}

/** Describes a row: its label and its group. */
function rowText({ label, brand, category, region, status }: Changed[number]): string {
	return `${safe(label)} in ${brand} ${category} ${region} ${status}`;
}
