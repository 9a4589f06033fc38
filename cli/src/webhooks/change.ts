import type { Topic, WebhookRow } from '@dropwire/bff/contract';
import { text } from 'node:stream/consumers';
import { inWords } from '../rows/problems.ts';
import { openClient } from '../server/client.ts';
import { type Globals, openSession } from '../server/session.ts';
import { safe, writeJson, writeLine } from '../terminal/output.ts';
import { masked } from './address.ts';

/** Changes rows of several groups, all or none, and says what was done. */
export async function changeRows(
	action: 'INSERT' | 'UPDATE' | 'DELETE',
	rows: readonly { topic: Topic; label: string; value: string }[],
	globals: Globals,
): Promise<void> {
	const api = openClient(openSession(globals));
	const sent: WebhookRow[] = rows.map(({ topic: { brand, category, region, status }, label, value }) => ({
		action,
		brand,
		category,
		region,
		status,
		label,
		value,
	}));
	const { data } = await api.bulkWebhooks({ rows: sent }).catch((error: unknown) => {
		throw inWords(error, ({ row, column, problem }) => {
			const { brand, category, region, status, label } = sent[row] as WebhookRow;
			return `${JSON.stringify(label)} in ${brand} ${category} ${region} ${status}: ${column} ${problem}`;
		});
	});
	const done = sent.map((row, at) => ({
		outcome: data[at]?.outcome,
		brand: row.brand,
		category: row.category,
		region: row.region,
		status: row.status,
		label: row.label,
		value: row.value === '' ? (data[at]?.before ?? '') : masked(row.value),
	}));
	if (globals.json) return writeJson(done);
	for (const { outcome, brand, category, region, status, label } of done)
		await writeLine(`${outcome}: ${safe(label)} in ${brand} ${category} ${region} ${status}`);
	return undefined;
}

/** An address from the command line, where other users of the computer may see it, or from stdin. */
export async function urlFrom(said: unknown): Promise<string> {
	return said === '-' ? (await text(process.stdin)).trim() : String(said);
}
