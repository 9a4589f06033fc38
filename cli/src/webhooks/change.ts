import type { Topic, WebhookRow } from '@dropwire/contract';
import { maskWebhookUrl } from '@dropwire/domain';
import { text } from 'node:stream/consumers';
import { changeRows } from '../rows/change.ts';
import { openClient } from '../server/client.ts';
import { type Globals, openSession } from '../server/session.ts';
import { safe, writeJson, writeLine } from '../terminal/output.ts';

type Named = { topic: Topic; label: string; value: string };

/** Changes rows of several groups, all or none, and reports the outcome. */
export async function changeWebhooks(
	action: 'INSERT' | 'UPDATE',
	rows: readonly Named[],
	globals: Globals,
): Promise<void> {
	await tellChanged(await sendRows(action, rows, globals), globals);
}

/** Changes rows and returns the outcome. A dry run returns what would change. */
export async function sendRows(
	action: 'INSERT' | 'UPDATE' | 'DELETE',
	rows: readonly Named[],
	globals: Globals,
	dryRun = false,
) {
	const api = openClient(openSession(globals));
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

export async function tellChanged(changed: Changed, globals: Globals): Promise<void> {
	if (globals.json) return writeJson(changed);
	for (const row of changed) await writeLine(`${row.outcome}: ${rowText(row)}`);
	return undefined;
}

/** Describes a row: its label and its group. */
export function rowText({ label, brand, category, region, status }: Changed[number]): string {
	return `${safe(label)} in ${brand} ${category} ${region} ${status}`;
}

/** A webhook URL from the command line, where other users of the computer may see it, or from stdin. */
export async function urlFrom(said: unknown): Promise<string> {
	return said === '-' ? (await text(process.stdin)).trim() : String(said);
}
