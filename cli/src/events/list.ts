import type { ProductEventRow } from '@dropwire/bff/contract';
import type { Work } from '../command.ts';
import { type Api, openClient } from '../server/client.ts';
import { follow } from '../server/live.ts';
import { openSession } from '../server/session.ts';
import { firstOf } from '../terminal/limit.ts';
import { note, safe, writeJson, writeLine } from '../terminal/output.ts';
import { writeTable } from '../terminal/table.ts';
import { dateTime } from '../terminal/time.ts';

export const run: Work<{ sku?: string; limit: number; follow?: true }> = async ({ options, globals }) => {
	const session = openSession(globals);
	const sku = options.sku?.trim().toUpperCase();
	if (options.follow) {
		return follow(session, 'event', async (row) => {
			if (sku !== undefined && row.sku !== sku) return;
			const parts = [dateTime(row.at), row.kind, row.source, row.region, row.sku, titleOf(row)];
			await writeLine(globals.json ? JSON.stringify(row) : parts.map(safe).join('  '));
		});
	}
	const rows = await firstOf(pages(openClient(session), sku), options.limit);
	if (globals.json) return writeJson(rows);
	if (rows.length === 0) return note('Nothing has changed yet.');
	return writeTable<ProductEventRow>(
		[
			{ title: 'ID', of: (row) => row.id, right: true },
			{ title: 'WHEN', of: (row) => dateTime(row.at) },
			{ title: 'KIND', of: (row) => row.kind },
			{ title: 'SOURCE', of: (row) => row.source },
			{ title: 'REGION', of: (row) => row.region },
			{ title: 'SKU', of: (row) => row.sku, shrinks: true },
			{ title: 'PRODUCT', of: titleOf, shrinks: true },
		],
		rows,
	);
};

async function* pages(api: Api, sku: string | undefined): AsyncGenerator<readonly ProductEventRow[]> {
	for (let cursor: string | undefined; ;) {
		const { data, nextCursor } = await api.events({ ...(sku && { sku }), ...(cursor !== undefined && { cursor }) });
		yield data;
		if (nextCursor === null) return;
		cursor = nextCursor;
	}
}

function titleOf({ before, after }: ProductEventRow): string {
	const snapshot = (after ?? before) as { title?: string } | null;
	return snapshot?.title ?? '';
}
